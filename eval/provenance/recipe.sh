#!/bin/sh
# The commands that made eval/weights.bin and eval/light.bin, in order. The manifests beside this file name the commit
# at which each ran and the SHA-256 of its input and output. Rounds 1 and 2 are also `kaeshi train all --scale full
# --seed 1 --dir training`. A folder with a number, such as kind-1:11, is used only for positions with at most that
# many empty squares. The last phase of round 3 needs 17 million positions of 272 bytes in memory. The games of round 4
# were played by the first even.bin of round 3, before it had a network.
set -e

# Rounds 1 and 2
kaeshi train games --dir training/round-1 --count 20000 --seed 1 --lines 6 --exact 12
kaeshi train fit --dir training/round-1 --last 7 --look 3 --most 500000
kaeshi train pack --dir training/round-1
kaeshi train games --dir training/round-2 --count 200000 --seed 2 --weights training/round-1/weights.bin
kaeshi train games --dir training/round-2/kind-2 --count 60000 --seed 3 --weights training/round-1/weights.bin \
    --lines 6 --random-most 16 --depth 2 --noise 0.5 --noise-most 3 --blunders 0.05
kaeshi train fit --dir training/round-2 --data training/round-1,training/round-2,training/round-2/kind-2 \
    --first 44 --most 150000 --deep 100000 --deep-look 6 --deep-ridge 1000
kaeshi train pack --dir training/round-2
kaeshi train even --dir training/round-2

# Rounds 3 and 4
kaeshi train games --dir training/round-3/kind-1 --count 200000 --seed 11 --weights training/round-2/even.bin
kaeshi train games --dir training/round-3/kind-2 --count 200000 --seed 13 --weights training/round-2/even.bin
kaeshi train games --dir training/round-3/kind-3 --count 200000 --seed 12 --weights training/round-2/even.bin \
    --lines 6 --random-most 16 --depth 2 --noise 0.5 --noise-most 3 --blunders 0.05
kaeshi train games --dir training/round-3/kind-4 --count 120000 --seed 14 --weights training/round-2/even.bin \
    --lines 6 --random-most 16 --depth 3 --noise 0.3 --noise-most 2 --blunders 0.03
kaeshi train fit --dir training/round-3 --first 44 --most 1500000 \
    --data training/round-3/kind-1:11,training/round-3/kind-2:11,training/round-3/kind-3,training/round-3/kind-4
kaeshi train pack --dir training/round-3
kaeshi train pack --dir training/round-3 --light
kaeshi train even --dir training/round-3
kaeshi train games --dir training/round-4/kind-1 --count 250000 --seed 22 --weights training/round-3/even.bin \
    --lines 6 --random-most 16 --depth 2 --noise 0.5 --noise-most 3 --blunders 0.05
kaeshi train games --dir training/round-4/kind-2 --count 150000 --seed 24 --weights training/round-3/even.bin \
    --lines 6 --random-most 16 --depth 3 --noise 0.3 --noise-most 2 --blunders 0.03
kaeshi train network --dir training/round-3 --passes 2 --epochs 2 --solved 10000000 --judged 400000 \
    --data training/round-3/kind-1:11,training/round-3/kind-2:11,training/round-3/kind-3,training/round-3/kind-4,training/round-4/kind-1,training/round-4/kind-2
kaeshi train even --dir training/round-3
kaeshi train report --dir training/round-3 --solve 18 --look 6 \
    --data training/round-3/kind-1:11,training/round-3/kind-2:11,training/round-3/kind-3,training/round-3/kind-4

# Rounds 5 and 6: training/round-6/even.bin is eval/weights.bin
kaeshi train outcomes --dir training/round-5 --count 193000 --seed 51 --weights training/round-3/even.bin
kaeshi train tune --dir training/round-5 --from 25 --epochs 2 --rate 0.3 --sum-rate 0.05 --sum-to 26 --weights training/round-3/even.bin
kaeshi train even --dir training/round-5
kaeshi train outcomes --dir training/round-6 --count 206000 --seed 61 --weights training/round-5/even.bin
kaeshi train tune --dir training/round-6 --data training/round-5,training/round-6 --from 25 --epochs 2 --rate 0.3 --sum-rate 0.05 --sum-to 16 --weights training/round-3/even.bin
kaeshi train even --dir training/round-6
