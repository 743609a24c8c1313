// swift-tools-version:6.1
import PackageDescription

let package = Package(
  name: "latchstring",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0")
  ],
  targets: [
    // what tests share: the real Chromium, driven through chromedriver
    .target(name: "Browser", dependencies: [.product(name: "AsyncHTTPClient", package: "async-http-client")], path: "Tests/Browser"),
    .testTarget(name: "BrowserDriverTests", dependencies: ["Browser"], path: "Tests/BrowserDriverTests"),
  ])
