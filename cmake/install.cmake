# install, find_package(veer), pkg-config.
