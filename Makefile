# What there is to do here; `make` alone lists it. Each target installs what it needs on a Debian-like machine.
# Everything stands in scripts/, which can be called without make too.

.DEFAULT_GOAL := help
.PHONY: help run build package operator-day test check check-all update-dependencies bench siege fuzz screenshots

help: ## list these targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-19s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

run: ## open Latchstring on this computer (PORT=8080 DATA=folder ARGS=--demo)
	@scripts/run $(ARGS)

build: ## build the program, its libraries and the example, for debugging
	@scripts/setup
	@scripts/dependencies lock
	@swift build

package: ## build Debian packages into .build/packages, with checksums and a list of what is inside
	@scripts/package

operator-day: ## a day of an operator on the packages, in a clean Debian with its own systemd (as root)
	@scripts/operator-day

test: ## build and run the tests but for the long ones, which make check adds
	@scripts/test

check: ## format, floors, requirements, dependencies, types, a build without warnings, then all tests
	@scripts/check

check-all: ## the same, and what is slow and rarely breaks: tests in Firefox and on PostgreSQL, examples, tools, packages and their operator's day (as root), fuzzing
	@scripts/check all

update-dependencies: ## take the newest packages that Package.swift allows, and list them in dependencies.txt
	@scripts/setup
	@scripts/dependencies update

bench: ## measure, in release: ratios, each taken in one run
	@scripts/bench

siege: ## kill, pause and cut off servers and databases while people act, and hold what these were told against what is there (SECONDS=600)
	@scripts/siege $(SECONDS)

fuzz: ## fuzz the relying party with 10 million inputs, account recovery and our own authenticator for 10 minutes each
	@scripts/fuzz 10000000 runs RelyingPartyFuzz
	@scripts/fuzz 600 EscrowFuzz
	@scripts/fuzz 600 AuthenticatorFuzz

screenshots: ## write docs/screens from the running program
	@scripts/setup tests
	@scripts/dependencies lock
	@LATCHSTRING_WITH=tools swift run --scratch-path .build/tools Screenshots docs/screens
