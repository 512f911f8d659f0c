#include "support/suite.h"

#include "veer/api.h"

#include <stdio.h>
#include <string.h>

static void status_names_are_those_of_the_header(void **unused)
{
    (void)unused;
    const char *names[] = {"VEER_OK",        "VEER_PARTIAL",    "VEER_FULL",
                           "VEER_BAD_VALUE", "VEER_BAD_HANDLE", "VEER_OUT_OF_MEMORY",
                           "VEER_BUSY",      "VEER_NO_STATE",   "VEER_WRONG_VERSION",
                           "VEER_WRONG_SUM", "VEER_WRONG_DEF",  "VEER_WRONG_MAP",
                           "VEER_BAD_STATE"};
    for (int i = 0; i < VEER_STATUS_COUNT; ++i) {
        assert_string_equal(veer_status_name((VeerStatus)i), names[i]);
    }
}

static void status_of_another_number_is_unknown(void **unused)
{
    (void)unused;
    assert_string_equal(veer_status_name(VEER_STATUS_COUNT), "VEER_UNKNOWN");
    assert_string_equal(veer_status_name((VeerStatus)100), "VEER_UNKNOWN");
}

static void version_is_that_of_the_headers(void **unused)
{
    (void)unused;
    assert_int_equal(veer_version(), VEER_VERSION);
    assert_int_equal(veer_version() / 10000u, VEER_VERSION_MAJOR);
    assert_int_equal(veer_version() / 100u % 100u, VEER_VERSION_MINOR);
    assert_int_equal(veer_version() % 100u, VEER_VERSION_PATCH);
    char text[32];
    snprintf(text, sizeof text, "%d.%d.%d", VEER_VERSION_MAJOR, VEER_VERSION_MINOR,
             VEER_VERSION_PATCH);
    assert_string_equal(text, VEER_VERSION_TEXT);
}

static void isa_is_a_known_name(void **unused)
{
    (void)unused;
    const char *names[] = {"scalar", "sse2", "avx2", "avx512"};
    int found = 0;
    for (int i = 0; i < 4; ++i) {
        found += strcmp(veer_isa_name(VEER_ISA_WIDEST), names[i]) == 0;
    }
    assert_int_equal(found, 1);
}

static void isa_that_the_machine_lacks_has_no_name(void **unused)
{
    (void)unused;
    const char *last = veer_isa_name(VEER_ISA_BASE);
    assert_non_null(last);
    int isa = VEER_ISA_AVX2;
    for (; veer_isa_name((VeerIsa)isa); isa++) {
        last = veer_isa_name((VeerIsa)isa);
    }
    assert_string_equal(last, veer_isa_name(VEER_ISA_WIDEST));
    assert_in_range(isa, VEER_ISA_AVX2, VEER_ISA_COUNT);
    assert_null(veer_isa_name(VEER_ISA_COUNT));
    assert_null(veer_isa_name((VeerIsa)-1));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(status_names_are_those_of_the_header),
        cmocka_unit_test(status_of_another_number_is_unknown),
        cmocka_unit_test(version_is_that_of_the_headers),
        cmocka_unit_test(isa_is_a_known_name),
        cmocka_unit_test(isa_that_the_machine_lacks_has_no_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
