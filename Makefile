# `make help` lists the targets. They need Go, git and make; setup installs the rest.

GO    ?= go
TOOL  := $(GO) tool -modfile=tools/go.mod
# The engine: what others import, what becomes WebAssembly, what is measured.
CORE  := $(wildcard bitboard othello gametree tictactoe eval solve search)

.DEFAULT_GOAL := help
.PHONY: help run build check setup test test-slow repeat lint format bench lab vuln notices dist dist-check image wasm dist-web shots clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

run: ## serve the web application (ARGS="--addr :9000" adds flags)
	$(GO) run ./cmd/kaeshi $(ARGS)

build: ## build bin/kaeshi
	$(GO) build -trimpath -o bin/kaeshi ./cmd/kaeshi

check: ## format, vet, short Go tests, front-end lint and unit tests: two minutes, installs nothing
	@GO='$(GO)' tools/check.sh

setup: testall ## install what lint and the tests need where it may: gcc, Node, Chromium, npm packages, golangci-lint
	@bin/testall -setup
	$(TOOL) -n golangci-lint >/dev/null

.PHONY: testall
testall:
	@$(GO) build -C tools -o ../bin/testall ./testall

test: testall ## run every ordinary test, after the part of setup that the tests need (STEP=regexp: only some)
	@bin/testall -setup $(if $(STEP),-run '$(STEP)')
	@bin/testall $(if $(STEP),-run '$(STEP)')

repeat: ## show that no test is flaky: make check 10 times and make test 3 times, in part on busy processors (2 hours)
	@tools/repeat.sh 5 0 check
	@tools/repeat.sh 5 2 check
	@tools/repeat.sh 2 0 test
	@tools/repeat.sh 1 2 test

test-slow: ## run the slow Go suites too (build tag slow; up to 90 minutes), and the browser's in each language at each width
	$(GO) test -tags slow -timeout 90m ./...
	@EVERY=1 $(MAKE) --no-print-directory test STEP='^browser '

lint: ## formatting, vet, golangci-lint, Biome, tidy modules
	@GO='$(GO)' tools/lint.sh

format: export PATH := $(wildcard $(CURDIR)/.cache/node/node_modules/node-linux-*/bin):$(PATH)
format: ## rewrite the files as lint wants them
	$(TOOL) golangci-lint fmt
	cd tools && $(GO) tool golangci-lint fmt --config ../.golangci.yml
	[ ! -d web/ui/node_modules ] || npm --prefix web/ui run --silent format

bench: ## run the engine's benchmarks (BENCH=regexp, COUNT=n: for benchstat, 10 or more)
	$(GO) test -run '^$$' -bench '$(or $(BENCH),.)' -benchmem -count $(or $(COUNT),1) $(addprefix ./,$(addsuffix /...,$(CORE)))

lab: build ## play training games at the lowest priority until interrupted (LAB=folder, THREADS=n)
	nice -n 19 bin/kaeshi train lab $(if $(LAB),--dir '$(LAB)') --threads $(or $(THREADS),1)

vuln: ## look for known vulnerabilities (needs the network)
	@GO='$(GO)' tools/vuln.sh

notices: ## collect the licences that `kaeshi version --licenses` shows, after a change of modules
	$(GO) test ./cmd/kaeshi -run '^TestNotices$$' -args update

dist: ## build what is released into dist/ (TARGETS="linux/amd64 …": only some)
	@$(GO) build -C tools -o ../bin/dist ./dist
	@bin/dist -targets '$(TARGETS)'

dist-check: ## build all releases twice and compare; run them on processors without AVX2 (slow; needs qemu-user)
	cd tools && $(GO) test -tags slow -timeout 90m -count 1 -v ./dist

image: ## build the container image kaeshi (needs docker)
	@$(GO) build -C tools -o ../bin/dist ./dist
	docker build --build-arg STAMP="$$(bin/dist -stamp)" -t kaeshi .

wasm: ## rebuild the engine for browsers, which is committed; make dist-web comes next (CHECK=1: only compare)
	@$(GO) build -C tools -o ../bin/wasm ./wasm
	@bin/wasm $(if $(CHECK),-check)

# After `make setup` a Node of its own may lie in .cache/node.
NODE := $(CURDIR)/.cache/node/node_modules
dist-web: export PATH := $(wildcard $(NODE)/node-linux-*/bin):$(NODE)/.bin:$(PATH)
dist-web: ## rebuild web/dist, the committed front-end
	cd web/ui && npm ci --no-audit --no-fund && npm run build

shots: export PATH := $(wildcard $(NODE)/node-linux-*/bin):$(NODE)/.bin:$(PATH)
shots: ## screenshots of every page in both languages, widths and all themes, into web/ui/.shots (ONLY=regexp: some; needs chromium)
	cd web/ui && npm run --silent shots

clean: ## remove what the other targets made (not web/dist)
	rm -rf bin dist .cache web/ui/node_modules
