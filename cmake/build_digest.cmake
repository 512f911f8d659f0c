# Writes a digest of what a library is compiled from, one for each set of sources and options:
# cmake -DFOLDER=of the project -DOPTIONS=of the compiler -DOUT=header -P build_digest.cmake FILE...
# Names count as they are below the folder, so that it is the same wherever that is.
set(all "${OPTIONS}")
math(EXPR last "${CMAKE_ARGC} - 1")
set(is_file OFF)
foreach(at RANGE ${last})
    set(word "${CMAKE_ARGV${at}}")
    if(is_file)
        file(SHA256 ${FOLDER}/${word} digest)
        string(APPEND all "\n${word} ${digest}")
    elseif(word MATCHES "build_digest\\.cmake$")
        set(is_file ON)
    endif()
endforeach()
string(SHA256 digest "${all}")
string(SUBSTRING ${digest} 0 16 digest)
file(WRITE ${OUT} "#define VEER_BUILD \"${digest}\"\n")
