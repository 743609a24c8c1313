// swift-tools-version:6.1
import PackageDescription

let crypto: Target.Dependency = .product(name: "Crypto", package: "swift-crypto")

/// The rooms, floor by floor. A room may import lower floors, and on its own floor only what stands here;
/// `scripts/floors` holds the imports to it. docs/MAP.md says what each room is for.
let package = Package(
  name: "latchstring",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "latchstring", targets: ["latchstring"]),
    .library(name: "RelyingParty", targets: ["RelyingParty"]),
    .library(name: "Encoding", targets: ["Encoding"]),
    .library(name: "FlowKit", targets: ["FlowKit"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-configuration", from: "1.4.0"),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.0"),
    .package(url: "https://github.com/apple/swift-certificates", from: "1.21.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.0"),
    .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.0"),
    .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
  ],
  targets: [
    // floor 0
    .target(name: "Encoding"),
    // floor 1
    .target(
      name: "RelyingParty",
      dependencies: [
        "Encoding", crypto,
        .product(name: "_CryptoExtras", package: "swift-crypto"), .product(name: "X509", package: "swift-certificates"),
      ]),
  ])
