// swift-tools-version:6.1
import PackageDescription

let package = Package(
  name: "HummingbirdPasskeys",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "latchstring", path: "../.."),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.0"),
  ],
  targets: [
    .executableTarget(
      name: "HummingbirdPasskeys",
      dependencies: [
        .product(name: "RelyingParty", package: "latchstring"),
        .product(name: "Encoding", package: "latchstring"),
        .product(name: "Hummingbird", package: "hummingbird"),
      ],
      resources: [.copy("Public")])
  ])
