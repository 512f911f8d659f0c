/// Short scenarios that have something of every kind in them.
#ifndef VEER_TEST_EVERY_KIND_H
#define VEER_TEST_EVERY_KIND_H

#define GOING                                                                                      \
    "\"groups\": [{\"place\": {\"kind\": \"points\", \"points\": [[1, 1]]}, \"goal\": {\"kind\": " \
    "\"points\", \"points\": [[5, 5]]}, \"route\": true, \"radius\": 0.2}]"

static const char *const every_kind[] = {
    "{\"world\": {\"dt\": 0.1, \"duration\": 1, \"seed\": \"7\", \"warm_up\": 0.5, \"rest\": 0.2, "
    "\"bounds\": [[-50, -50], [50, 50]], \"viewport\": [[-9, -9], [9, 9]]}, "
    "\"agents\": 8, \"agents_reference\": 4, \"title\": \"t\", \"notes\": \"n\", "
    "\"models\": {\"crowd\": {\"max_speed\": 2}}, "
    "\"defaults\": {\"avoidance\": {\"model\": \"crowd\"}, \"radius\": {\"min\": 0.1, \"max\": "
    "0.4}, "
    "\"motion\": {\"max_turn_rate\": 2, \"max_braking\": \"infinite\"}, \"priority\": "
    "\"infinite\"}, "
    "\"groups\": [{\"name\": \"a\", \"share\": 0.5, \"place\": {\"kind\": \"ring\", \"radius\": 5, "
    "\"spacing\": 2}, \"goal\": {\"kind\": \"mirrored\"}, \"behaviour_list\": {\"preset\": "
    "\"flock\"}}, {\"share\": 0.5, \"place\": {\"kind\": \"disc\", \"centre\": [9, 9], \"radius\": "
    "5, "
    "\"gap\": 0.1}, \"goal\": {\"kind\": \"agent\", \"group\": \"a\"}}, {\"count\": 3, \"place\": "
    "{\"kind\": \"line\", \"from\": [0, 9], \"step\": [1, 0]}, \"goal\": {\"kind\": \"offset\", "
    "\"by\": [1, 1]}, \"heading\": 1}], \"expect\": {\"arrived\": {\"at_least\": \"all\"}}}",

    "{\"world\": {\"space\": \"planar\"}, \"obstacles\": [{\"kind\": \"ball\", \"name\": \"o\", "
    "\"radius\": 1, \"orbit\": {\"centre\": [0, 0], \"semi_major\": 4, \"semi_minor\": 2, "
    "\"rate\": "
    "1}}, {\"kind\": \"chain\", \"points\": [[-9, 9], [9, 9]], \"closed\": true}, {\"kind\": "
    "\"polygon\", \"points\": [[0, 0], [1, 0], [0, 1]]}, {\"kind\": \"box\", \"lower\": [5, 5], "
    "\"upper\": [6, 6]}, {\"kind\": \"field\", \"lower\": [-20, -20], \"upper\": [-10, 20], "
    "\"count\": 5, \"radius\": 1, \"speed\": 1, \"clear\": [{\"centre\": [-15, 0], \"radius\": "
    "2}]}, "
    "{\"kind\": \"orbits\", \"count\": 2, \"first\": 30, \"spacing\": 5, \"speed\": 1, \"radius\": "
    "1}, {\"kind\": \"ring\", \"count\": 2, \"distance\": 40, \"radius\": 1, \"speed\": 1, "
    "\"motion\": \"free\", \"tether\": {\"stiffness\": 0.02, \"speed\": 1, \"drive\": 0.5}}], "
    "\"groups\": [{\"place\": {\"kind\": \"beside\", \"obstacle\": \"o\", \"centre\": [0, 0]}, "
    "\"goal\": {\"kind\": \"obstacle\", \"obstacle\": \"o\"}, \"arrival_factor\": 2}]}",

    "{\"world\": {\"space\": \"spatial\"}, \"groups\": [{\"name\": \"g\", \"place\": {\"kind\": "
    "\"grid\", \"columns\": 2, \"rows\": 2, \"pitch\": [2, 2, 2]}}], \"obstacles\": [{\"kind\": "
    "\"ball\", \"name\": \"o\", \"position\": [9, 9, 9], \"radius\": 1, \"velocity\": [0, 1, 0]}], "
    "\"timeline\": [{\"kind\": \"go_to\", \"at\": 0, \"group\": \"g\", \"goal\": {\"kind\": "
    "\"sphere\", \"radius\": 9}}, {\"kind\": \"stop\", \"at\": 0.02, \"group\": \"g\"}, {\"kind\": "
    "\"move\", \"at\": 0.01, \"obstacle\": \"o\", \"to\": [5, 5, 5]}, {\"kind\": \"set_velocity\", "
    "\"at\": 0, \"obstacle\": \"o\", \"velocity\": [1, 0, 0]}, {\"kind\": \"spawn\", \"at\": 0, "
    "\"group\": {\"place\": {\"kind\": \"points\", \"points\": [[1, 1, 1]]}, \"goal\": {\"kind\": "
    "\"velocity\", \"velocity\": [1, 0, 0]}}}, {\"kind\": \"remove\", \"at\": 0.03, \"group\": "
    "\"g\", \"index\": 1}]}",

    "{\"squads\": [{\"name\": \"s\", \"formation\": {\"shape\": \"wedge\", \"spacing\": 3, "
    "\"width\": 2, \"layers\": 1, \"radius\": 1}, \"mode\": \"loose\", \"search\": \"turns\", "
    "\"separation\": 1.5, \"arrival_radius\": 0.2, \"reach\": 9, \"waiting_reach\": 12, \"step\": "
    "0.7, \"max_drop\": 2, \"seen\": true, \"aim\": \"longest\", \"hysteresis\": 0.3, \"up\": [0, "
    "0, "
    "1], \"orders\": [{\"kind\": \"go\", \"points\": [[5, 5], [9, 5]]}, {\"kind\": \"escort\", "
    "\"group\": \"h\"}, {\"kind\": \"surround\", \"obstacle\": \"b\", \"distance\": 3}, {\"kind\": "
    "\"hold\", \"seconds\": 4, \"heading\": [0, 1]}]}, {\"name\": \"own\", \"formation\": "
    "{\"shape\": \"offsets\", \"offsets\": [[0, 0], [1, 1]]}}], \"groups\": [{\"name\": \"g\", "
    "\"squad\": \"s\", \"place\": {\"kind\": \"grid\", \"columns\": 3, \"rows\": 2, \"pitch\": [2, "
    "2]}, \"radius\": 0.4}, {\"name\": \"h\", \"place\": {\"kind\": \"points\", \"points\": [[9, "
    "9]]}}], \"obstacles\": [{\"kind\": \"ball\", \"name\": \"b\", \"position\": [9, 0], "
    "\"radius\": "
    "1}]}",

    "{\"world\": {\"duration\": 1}, \"map\": {\"origin\": [1, 1], \"graph\": {\"nodes\": [[0, 0], "
    "[4, 0], [4, 4]], \"edges\": [[0, 1, 9]], \"one_way\": [[1, 2]], \"cells\": [[], [[3, -1], [5, "
    "-1], [4, 1]], []], \"radius\": 0.5}, \"blocked\": [{\"lower\": [4, 4], \"upper\": [6, 6]}]}, "
    "\"obstacles\": [{\"kind\": \"ball\", \"position\": [5, 1], \"radius\": 0.5, \"covers\": "
    "true}], " GOING ", \"timeline\": [{\"kind\": \"open\", \"at\": 0.2, \"lower\": [4, 4], "
    "\"upper\": [6, 6]}]}",

    "{\"map\": {\"graph\": {\"tiling\": {\"kind\": \"hexes\", \"columns\": 5, \"rows\": 4, "
    "\"pitch\": 2, \"size\": 1.9}}}, " GOING "}",

    "{\"map\": {\"rows\": [\"......\", \"..@@..\", \"..@@..\", \"......\", \"......\", "
    "\"......\"], \"cost_rows\": [\"010101010101\", \"010101ff0101\", \"010201010101\", "
    "\"010101010101\", \"010101010101\", \"010101010101\"], \"costs\": [{\"lower\": [0, 0], "
    "\"upper\": [1, 1], \"cost\": 3}], \"links\": [{\"from\": [1.5, 0.5], \"to\": [4.5, 0.5], "
    "\"cost\": 4, \"flags\": [2], \"one_way\": true, \"closed\": true}]}, " GOING ", \"timeline\": "
    "[{\"kind\": \"open\", \"at\": 0.2, \"link\": 0}]}",

    "{\"map\": {\"mesh\": {\"vertices\": [[0, 0], [6, 0], [6, 4], [0, 4], [9, 0, 1], [9, 4, 1], "
    "[12, 0, 2], [12, 4, 2], [18, 0, 2], [18, 4, 2]], \"polygons\": [[0, 1, 2, 3], [1, 4, 5, 2], "
    "[4, 6, 7, 5], [6, 8, 9, 7]]}}, \"groups\": [{\"place\": {\"kind\": \"points\", \"points\": "
    "[[1, 2, 0]]}, \"goal\": {\"kind\": \"points\", \"points\": [[17, 2, 2]]}, \"radius\": 0.3, "
    "\"route\": true}], \"timeline\": [{\"kind\": \"close\", \"at\": 0.1, \"lower\": [7, 0], "
    "\"upper\": [8, 4]}]}",

    "{\"map\": {\"width\": 12, \"height\": 8, \"scatter\": 9, \"cell_size\": 0.9, \"obstacles\": "
    "true, \"free\": [{\"lower\": [0, 0], \"upper\": [6, 6]}]}, \"obstacles\": [{\"kind\": "
    "\"polygon\", \"points\": [[7, 1], [9, 1], [8, 3]]}], " GOING "}",

    "{\"map\": {\"maze\": {\"columns\": 4, \"rows\": 4, \"corridor\": 3, \"wall\": 1}}, " GOING "}",

    "{\"map\": {\"city\": {\"width\": 60, \"height\": 50}}, " GOING "}",

    "{\"world\": {\"space\": \"spatial\"}, \"map\": {\"width\": 24, \"height\": 20, \"depth\": 16, "
    "\"tunnels\": {\"count\": 2, \"bore\": 3, \"halls\": 3, \"turns\": 1}}, "
    "\"groups\": [{\"place\": {\"kind\": \"points\", \"points\": [[3, 3, 3]]}, \"goal\": "
    "{\"kind\": "
    "\"points\", \"points\": [[9, 9, 3]]}, \"route\": true, \"radius\": 0.2}]}",

    "{\"map\": {\"width\": 9, \"height\": 9, \"obstacles\": true, \"costs\": [{\"lower\": [0, 0], "
    "\"upper\": [9, 9], \"cost\": 2}]}, \"obstacles\": [{\"kind\": \"polygon\", \"points\": "
    "[[2, 2], [4, 2], [3, 4]]}, {\"kind\": \"chain\", \"points\": [[5, 5], [8, 8], [8, 5]], "
    "\"closed\": true}], \"groups\": [{\"count\": 2, \"place\": {\"kind\": \"disc\", \"centre\": "
    "[2, 7], \"radius\": 1}, \"radius\": 0.2}]}",
    "{\"world\": {\"warm_up\": 1}, \"obstacles\": [{\"kind\": \"field\", \"lower\": [-60, -60], "
    "\"upper\": [60, 60], \"count\": 30, \"radius\": 0.5, \"clear\": [{\"centre\": [0, 0], "
    "\"radius\": 30}]}, {\"kind\": \"field\", \"lower\": [-60, 70], \"upper\": [60, 90], "
    "\"count\": 9, \"radius\": 0.5}], \"groups\": [{\"count\": 30, \"radius\": 0.3, \"place\": "
    "{\"kind\": \"disc\", \"radius\": 9}, \"goal\": {\"kind\": \"disc\", \"radius\": 9}}, "
    "{\"count\": 9, \"place\": {\"kind\": \"ring\", \"radius\": 20}}]}",
    "{\"world\": {\"space\": \"spatial\"}, \"map\": {\"width\": 12, \"height\": 12, \"depth\": 8, "
    "\"runs\": [1, 1, 1, 5], \"scatter\": 9, \"blocked\": [{\"lower\": [4, 4, 1], \"upper\": "
    "[6, 6, 3]}]}, \"groups\": [{\"count\": 2, \"place\": {\"kind\": \"disc\", \"centre\": "
    "[2, 8, 2], \"radius\": 1}, \"radius\": 0.2, \"route\": true, \"goal\": {\"kind\": "
    "\"points\", \"points\": [[9, 9, 3]]}}]}",
};
enum { EVERY_KIND = sizeof every_kind / sizeof every_kind[0] };

#endif
