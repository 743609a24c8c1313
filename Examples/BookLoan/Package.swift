// swift-tools-version:6.1
import PackageDescription

let package = Package(
  name: "BookLoan",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "latchstring", path: "../..")],
  targets: [
    .target(name: "BookLoan", dependencies: [.product(name: "FlowKit", package: "latchstring")]),
    .testTarget(name: "BookLoanTests", dependencies: ["BookLoan", .product(name: "FlowKit", package: "latchstring")]),
  ])
