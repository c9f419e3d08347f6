# `make help` lists the targets. They require Go, git and make. `make setup` installs the other requirements.

GO    ?= go
TOOL  := $(GO) tool -modfile=tools/go.mod
# Packages of the engine, which `make bench` measures.
CORE  := $(wildcard bitboard othello gametree tictactoe eval solve search)

.DEFAULT_GOAL := help
.PHONY: help run build check setup test test-slow repeat fuzz lint format bench lab vuln notices dist dist-check image
.PHONY: wasm dist-web shots clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

run: ## serve the web application (ARGS="--addr :9000" adds flags)
	$(GO) run ./cmd/kaeshi $(ARGS)

build: ## build bin/kaeshi
	$(GO) build -trimpath -o bin/kaeshi ./cmd/kaeshi

check: ## format, vet, short Go tests, front-end lint and unit tests: takes two minutes, installs nothing
	@GO='$(GO)' tools/check.sh

setup: testall ## install what lint and the tests require: gcc, Node, Chromium, npm packages, golangci-lint
	@bin/testall -setup
	$(TOOL) -n golangci-lint >/dev/null

.PHONY: testall
testall:
	@$(GO) build -C tools -o ../bin/testall ./testall

test: testall ## run all tests except the slow ones, after installing what they require (STEP=regexp: only some steps)
	@bin/testall -setup $(if $(STEP),-run '$(STEP)')
	@bin/testall $(if $(STEP),-run '$(STEP)')

repeat: ## find flaky tests: run make check 10 times and make test 3 times, partly on busy processors (2 hours)
	@tools/repeat.sh 5 0 check
	@tools/repeat.sh 5 2 check
	@tools/repeat.sh 2 0 test
	@tools/repeat.sh 1 2 test

test-slow: ## run the slow Go tests (build tag slow; up to 90 minutes), and the browser tests in all languages and widths
	$(GO) test -tags slow -timeout 90m ./...
	@EVERY=1 $(MAKE) --no-print-directory test STEP='^browser '

fuzz: ## fuzz each target for TIME=10s, and print a table (STEP=regexp: only some targets, such as ggf.FuzzRead)
	@$(GO) build -C tools -o ../bin/fuzz ./fuzz
	@bin/fuzz -time '$(or $(TIME),10s)' -run '$(STEP)'

lint: ## check formatting, vet, golangci-lint, Biome, prose and go.mod
	@GO='$(GO)' tools/lint.sh

format: export PATH := $(wildcard $(CURDIR)/.cache/node/node_modules/node-linux-*/bin):$(PATH)
format: ## format all files
	$(TOOL) golangci-lint fmt
	cd tools && $(GO) tool golangci-lint fmt --config ../.golangci.yml
	[ ! -d web/ui/node_modules ] || npm --prefix web/ui run --silent format

bench: ## run the engine's benchmarks (BENCH=regexp, COUNT=n; benchstat needs 10 or more)
	$(GO) test -run '^$$' -bench '$(or $(BENCH),.)' -benchmem -count $(or $(COUNT),1) $(addprefix ./,$(addsuffix /...,$(CORE)))

lab: build ## play training games at the lowest priority until interrupted (LAB=folder, THREADS=n)
	nice -n 19 bin/kaeshi train lab $(if $(LAB),--dir '$(LAB)') --threads $(or $(THREADS),1)

vuln: export PATH := $(wildcard $(CURDIR)/.cache/node/node_modules/node-linux-*/bin):$(PATH)
vuln: ## check for known vulnerabilities with govulncheck and npm audit (requires the network)
	@$(GO) build -C tools -o ../bin/vuln ./vuln
	@bin/vuln

notices: ## update the licences of `kaeshi version --licenses` after a change of modules
	$(GO) test ./cmd/kaeshi -run '^TestNotices$$' -args update

dist: ## build a release into dist/ (TARGETS="linux/amd64 …": only some; KEY=file: sign it with minisign)
	@$(GO) build -C tools -o ../bin/dist ./dist
	@bin/dist -targets '$(TARGETS)' -key '$(KEY)'

dist-check: ## check that releases are reproducible and run without AVX2 (slow; requires qemu-user)
	cd tools && $(GO) test -tags slow -timeout 90m -count 1 -v ./dist

image: ## build the container image kaeshi (requires docker)
	@$(GO) build -C tools -o ../bin/dist ./dist
	docker build --build-arg STAMP="$$(bin/dist -stamp)" -t kaeshi .

wasm: ## rebuild web/engine, the committed engine for browsers; run make dist-web afterwards (CHECK=1: only compare)
	@$(GO) build -C tools -o ../bin/wasm ./wasm
	@bin/wasm $(if $(CHECK),-check)

# make setup may have installed Node in .cache/node.
NODE := $(CURDIR)/.cache/node/node_modules
dist-web: export PATH := $(wildcard $(NODE)/node-linux-*/bin):$(NODE)/.bin:$(PATH)
dist-web: ## rebuild web/dist, the committed front-end
	cd web/ui && npm ci --no-audit --no-fund && npm run build

shots: export PATH := $(wildcard $(NODE)/node-linux-*/bin):$(NODE)/.bin:$(PATH)
shots: ## save screenshots of every page in all languages, widths and themes in web/ui/.shots (ONLY=regexp; requires Chromium)
	cd web/ui && npm run --silent shots

clean: ## remove the output of the other targets (except web/dist)
	rm -rf bin dist .cache web/ui/node_modules
