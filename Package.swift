// swift-tools-version:6.1
import PackageDescription

let crypto: Target.Dependency = .product(name: "Crypto", package: "swift-crypto")
let cryptoExtras: Target.Dependency = .product(name: "CryptoExtras", package: "swift-crypto")
let certificates: Target.Dependency = .product(name: "X509", package: "swift-certificates")

// `scripts/fuzz` sets this: libFuzzer brings its own main function, so its target is built alone.
let isFuzzing = Context.environment["LATCHSTRING_FUZZ"] != nil
let fuzzTargets: [Target] =
  isFuzzing
  ? [
    .executableTarget(
      name: "RelyingPartyFuzz", dependencies: ["RelyingParty", "Encoding"], path: "Fuzz/RelyingPartyFuzz",
      swiftSettings: [.unsafeFlags(["-sanitize=fuzzer"])], linkerSettings: [.unsafeFlags(["-sanitize=fuzzer", "-use-ld=lld"])])
  ]
  : []
// Coverage of the rooms themselves is what guides the fuzzer.
let fuzzedSettings: [SwiftSetting] = isFuzzing ? [.unsafeFlags(["-sanitize=fuzzer"])] : []

let package = Package(
  name: "latchstring",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "RelyingParty", targets: ["RelyingParty"]),
    .library(name: "Encoding", targets: ["Encoding"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.0"),
    .package(url: "https://github.com/apple/swift-certificates", from: "1.21.0"),
  ],
  targets: [
    .target(name: "Encoding", swiftSettings: fuzzedSettings),
    .target(name: "RelyingParty", dependencies: ["Encoding", crypto, cryptoExtras, certificates], swiftSettings: fuzzedSettings),
    .executableTarget(
      name: "RelyingPartyBench", dependencies: ["RelyingParty", "Encoding", crypto, cryptoExtras], path: "Benchmarks/RelyingPartyBench"),
    .testTarget(name: "EncodingTests", dependencies: ["Encoding"]),
    .testTarget(name: "RelyingPartyTests", dependencies: ["RelyingParty", "Encoding", crypto, cryptoExtras, certificates]),
  ] + fuzzTargets)
