# What can be done here. `make` alone lists it.
.DEFAULT_GOAL := help
.PHONY: help run build test check bench screenshots

PORT ?=
DATA ?=
ARGS ?=

help:  ## list the targets
	@sed -nE 's/^([a-z]+):.*## (.*)/  make \1\t\2/p' Makefile | expand -t 22

run:  ## install what is missing, build, and open Latchstring on this computer (PORT=… DATA=… ARGS=--demo)
	@scripts/setup
	@echo "Building (the first time takes some minutes) …"
	@swift build -c release --product latchstring
	@exec .build/release/latchstring home $(if $(PORT),--port $(PORT)) $(if $(DATA),--data $(DATA)) $(ARGS)

build:  ## build everything, in debug
	@scripts/setup
	swift build

test:  ## install what the tests need as well, and run them: quick ones first, then the browser's
	@scripts/setup tests
	swift build --build-tests
	swift test --skip-build --skip 'Browser(Driver)?Tests\.'
	swift test --skip-build --filter 'Browser(Driver)?Tests\.'

check:  ## formatting, imports, requirements, warnings, tests, a few seconds of fuzzing
	@scripts/setup tests
	swift format lint --strict --recursive --parallel Sources Tests Benchmarks Tools Package.swift
	scripts/floors
	scripts/selftest
	scripts/requirements --section B
	swift build --build-tests -Xswiftc -warnings-as-errors
	$(MAKE) test
	scripts/fuzz 5

bench:  ## measure, as ratios within one run
	@scripts/setup
	swift build -c release --product RelyingPartyBench
	swift build -c release --product HTTPBench
	.build/release/RelyingPartyBench
	.build/release/HTTPBench

screenshots:  ## take the pictures in docs/screens from the running program
	@scripts/setup tests
	swift run Screenshots docs/screens
