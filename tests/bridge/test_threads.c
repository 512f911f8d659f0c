#define _POSIX_C_SOURCE 200809L

#include "support/suite.h"

#include "veer/threads.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

enum { MAX_ELEMENTS = 4096, MAX_WORKERS = 64 };

// The linker sends the pool's calls here (see tests/CMakeLists.txt): 0 lets all through, n fails
// the nth and counts down.
static int thread_to_fail;
static bool memory_fails;
static int threads_alive;

int __real_pthread_create(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
int __wrap_pthread_create(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
int __real_pthread_join(pthread_t, void **);
int __wrap_pthread_join(pthread_t, void **);
void *__real_malloc(size_t);
void *__wrap_malloc(size_t);

int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                          void *(*main)(void *), void *argument)
{
    if (thread_to_fail > 0 && --thread_to_fail == 0) {
        return 11;
    }
    int result = __real_pthread_create(thread, attributes, main, argument);
    threads_alive += result == 0;
    return result;
}

int __wrap_pthread_join(pthread_t thread, void **result)
{
    threads_alive -= 1;
    return __real_pthread_join(thread, result);
}

void *__wrap_malloc(size_t size)
{
    return memory_fails ? NULL : __real_malloc(size);
}

// What the tasks saw.
typedef struct Record {
    uint32_t count, grain, worker_count;
    atomic_uint visits[MAX_ELEMENTS];
    atomic_uint bad_ranges;
    atomic_uint shared_workers; // calls that found their worker in use
    atomic_bool in_use[MAX_WORKERS];
} Record;

static VeerThreads *make_threads(uint32_t worker_count)
{
    VeerThreads *threads = NULL;
    assert_int_equal(veer_threads_create(worker_count, &threads), VEER_OK);
    return threads;
}

static void visit(void *context, uint32_t begin, uint32_t end, uint32_t worker)
{
    Record *record = context;
    bool is_good = begin < end && end <= record->count && end - begin <= record->grain &&
                   begin % record->grain == 0 && worker < record->worker_count;
    if (!is_good) {
        atomic_fetch_add(&record->bad_ranges, 1);
        return;
    }
    if (atomic_exchange(&record->in_use[worker], true)) {
        atomic_fetch_add(&record->shared_workers, 1);
    }
    for (uint32_t i = begin; i < end; ++i) {
        atomic_fetch_add(&record->visits[i], 1);
    }
    atomic_store(&record->in_use[worker], false);
}

static void expect_all_visited_once(VeerTasks tasks, uint32_t count, uint32_t grain)
{
    Record *record = calloc(1, sizeof *record);
    record->count = count;
    record->grain = grain > 0 ? grain : 1;
    record->worker_count = tasks.worker_count;
    tasks.run(tasks.user, count, grain, visit, record);
    assert_int_equal(record->bad_ranges, 0);
    assert_int_equal(record->shared_workers, 0);
    for (uint32_t i = 0; i < MAX_ELEMENTS; ++i) {
        assert_int_equal(record->visits[i], i < count ? 1 : 0);
    }
    free(record);
}

static void threads_cover_each_range_exactly_once(void **unused)
{
    (void)unused;
    const uint32_t counts[] = {0, 1, 2, 7, 64, 65, 1000, MAX_ELEMENTS};
    const uint32_t grains[] = {0, 1, 3, 64, MAX_ELEMENTS, UINT32_MAX};
    for (uint32_t workers = 1; workers <= 5; ++workers) {
        VeerThreads *threads = make_threads(workers);
        VeerTasks tasks = veer_threads_tasks(threads);
        assert_int_equal(tasks.worker_count, workers);
        for (size_t c = 0; c < sizeof counts / sizeof *counts; ++c) {
            for (size_t g = 0; g < sizeof grains / sizeof *grains; ++g) {
                expect_all_visited_once(tasks, counts[c], grains[g]);
            }
        }
        veer_threads_destroy(threads);
    }
}

static void count_elements(void *context, uint32_t begin, uint32_t end, uint32_t worker)
{
    (void)worker;
    atomic_fetch_add((atomic_uint *)context, end - begin);
}

static void threads_survive_many_short_jobs(void **unused)
{
    (void)unused;
    VeerThreads *threads = make_threads(4);
    VeerTasks tasks = veer_threads_tasks(threads);
    for (int job = 0; job < 2000; ++job) {
        atomic_uint sum = 0;
        tasks.run(tasks.user, 9, 2, count_elements, &sum);
        assert_int_equal(sum, 9);
    }
    veer_threads_destroy(threads);
}

static void rest(long microseconds)
{
    const struct timespec span = {0, microseconds * 1000};
    nanosleep(&span, NULL);
}

static void threads_wake_after_they_fell_asleep(void **unused)
{
    (void)unused;
    VeerThreads *threads = make_threads(3);
    VeerTasks tasks = veer_threads_tasks(threads);
    for (int job = 0; job < 20; ++job) {
        rest(3000); // far beyond the spin
        expect_all_visited_once(tasks, 100, 3);
    }
    veer_threads_destroy(threads);
}

static void rest_and_count(void *context, uint32_t begin, uint32_t end, uint32_t worker)
{
    rest(worker == 0 ? 10 : 3000);
    count_elements(context, begin, end, worker);
}

static void threads_wait_for_a_slow_worker(void **unused)
{
    (void)unused;
    VeerThreads *threads = make_threads(3);
    VeerTasks tasks = veer_threads_tasks(threads);
    for (int job = 0; job < 10; ++job) {
        atomic_uint sum = 0;
        tasks.run(tasks.user, 20, 1, rest_and_count, &sum);
        assert_int_equal(sum, 20);
    }
    veer_threads_destroy(threads);
}

// Each waits until both are in: only two workers at one time get through.
static void meet(void *context, uint32_t begin, uint32_t end, uint32_t worker)
{
    (void)begin;
    (void)end;
    (void)worker;
    atomic_uint *present = context;
    atomic_fetch_add(present, 1);
    while (atomic_load(present) < 2) {
        rest(100);
    }
}

static void threads_work_at_the_same_time(void **unused)
{
    (void)unused;
    VeerThreads *threads = make_threads(2);
    VeerTasks tasks = veer_threads_tasks(threads);
    atomic_uint present = 0;
    tasks.run(tasks.user, 2, 1, meet, &present);
    assert_int_equal(present, 2);
    veer_threads_destroy(threads);
}

// Runs a range of its own inside of a task, which must stay on the task's own worker.
typedef struct Nest {
    VeerTasks tasks;
    uint32_t worker;
    atomic_uint sum, strays;
} Nest;

static void count_inner(void *context, uint32_t begin, uint32_t end, uint32_t worker)
{
    Nest *nest = context;
    atomic_fetch_add(&nest->strays, worker != nest->worker);
    atomic_fetch_add(&nest->sum, end - begin);
}

static void run_inner(void *context, uint32_t begin, uint32_t end, uint32_t worker)
{
    Nest *outer = context;
    Nest inner = {.tasks = outer->tasks, .worker = worker};
    outer->tasks.run(outer->tasks.user, 10, 3, count_inner, &inner);
    rest(50); // lets every worker have some of the outer range
    atomic_fetch_add(&outer->sum, inner.sum * (end - begin));
    atomic_fetch_add(&outer->strays, inner.strays);
}

static void threads_run_nested_ranges_in_place(void **unused)
{
    (void)unused;
    VeerThreads *threads = make_threads(4);
    Nest nest = {.tasks = veer_threads_tasks(threads)};
    nest.tasks.run(nest.tasks.user, 100, 1, run_inner, &nest);
    assert_int_equal(nest.sum, 1000);
    assert_int_equal(nest.strays, 0);
    veer_threads_destroy(threads);
}

static void threads_take_as_many_as_there_are_cores(void **unused)
{
    (void)unused;
    VeerThreads *threads = make_threads(0);
    VeerTasks tasks = veer_threads_tasks(threads);
    assert_in_range(tasks.worker_count, 1, MAX_WORKERS);
    expect_all_visited_once(tasks, 1000, 7);
    veer_threads_destroy(threads);
}

static void threads_start_up_to_64(void **unused)
{
    (void)unused;
    VeerThreads *threads = make_threads(MAX_WORKERS);
    expect_all_visited_once(veer_threads_tasks(threads), 4000, 1);
    veer_threads_destroy(threads);
    assert_int_equal(threads_alive, 0);
}

static void threads_refuse_bad_values(void **unused)
{
    (void)unused;
    VeerThreads *threads = NULL;
    assert_int_equal(veer_threads_create(MAX_WORKERS + 1, &threads), VEER_BAD_VALUE);
    assert_int_equal(veer_threads_create(2, NULL), VEER_BAD_VALUE);
    assert_null(threads);
    veer_threads_destroy(NULL);
}

static void threads_end_those_started_when_one_cannot_be(void **unused)
{
    (void)unused;
    for (int failing = 1; failing <= 3; ++failing) {
        VeerThreads *threads = NULL;
        thread_to_fail = failing;
        assert_int_equal(veer_threads_create(4, &threads), VEER_OUT_OF_MEMORY);
        assert_null(threads);
        assert_int_equal(threads_alive, 0);
    }
    thread_to_fail = 0;
}

static void threads_report_that_memory_ran_out(void **unused)
{
    (void)unused;
    VeerThreads *threads = NULL;
    memory_fails = true;
    VeerStatus status = veer_threads_create(2, &threads);
    memory_fails = false;
    assert_int_equal(status, VEER_OUT_OF_MEMORY);
    assert_null(threads);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(threads_cover_each_range_exactly_once),
        cmocka_unit_test(threads_survive_many_short_jobs),
        cmocka_unit_test(threads_wake_after_they_fell_asleep),
        cmocka_unit_test(threads_wait_for_a_slow_worker),
        cmocka_unit_test(threads_work_at_the_same_time),
        cmocka_unit_test(threads_run_nested_ranges_in_place),
        cmocka_unit_test(threads_take_as_many_as_there_are_cores),
        cmocka_unit_test(threads_start_up_to_64),
        cmocka_unit_test(threads_refuse_bad_values),
        cmocka_unit_test(threads_end_those_started_when_one_cannot_be),
        cmocka_unit_test(threads_report_that_memory_ran_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
