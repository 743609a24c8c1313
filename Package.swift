// swift-tools-version:6.1
import PackageDescription

let crypto: Target.Dependency = .product(name: "Crypto", package: "swift-crypto")
let cryptoExtras: Target.Dependency = .product(name: "CryptoExtras", package: "swift-crypto")
let certificates: Target.Dependency = .product(name: "X509", package: "swift-certificates")

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
    .target(name: "Encoding"),
    .target(name: "RelyingParty", dependencies: ["Encoding", crypto, cryptoExtras, certificates]),
    .executableTarget(
      name: "RelyingPartyBench", dependencies: ["RelyingParty", "Encoding", crypto, cryptoExtras], path: "Benchmarks/RelyingPartyBench"),
    .testTarget(name: "EncodingTests", dependencies: ["Encoding"]),
    .testTarget(name: "RelyingPartyTests", dependencies: ["RelyingParty", "Encoding", crypto, cryptoExtras, certificates]),
  ])
