// swift-tools-version:6.2
import PackageDescription

let crypto: Target.Dependency = .product(name: "Crypto", package: "swift-crypto")
let cryptoExtras: Target.Dependency = .product(name: "CryptoExtras", package: "swift-crypto")
let certificates: Target.Dependency = .product(name: "X509", package: "swift-certificates")
let configuration: Target.Dependency = .product(name: "Configuration", package: "swift-configuration")
let database: Target.Dependency = .product(name: "GRDB", package: "GRDB.swift")
let sqlite: Target.Dependency = .product(name: "GRDBSQLite", package: "GRDB.swift")
let hummingbird: Target.Dependency = .product(name: "Hummingbird", package: "hummingbird")
let httpClient: Target.Dependency = .product(name: "AsyncHTTPClient", package: "async-http-client")
let lifecycle: Target.Dependency = .product(name: "ServiceLifecycle", package: "swift-service-lifecycle")
let logging: Target.Dependency = .product(name: "Logging", package: "swift-log")
let metrics: Target.Dependency = .product(name: "CoreMetrics", package: "swift-metrics")
let mustache: Target.Dependency = .product(name: "Mustache", package: "swift-mustache")
let asyncAlgorithms: Target.Dependency = .product(name: "AsyncAlgorithms", package: "swift-async-algorithms")
let arguments: Target.Dependency = .product(name: "ArgumentParser", package: "swift-argument-parser")
let subprocess: Target.Dependency = .product(name: "Subprocess", package: "swift-subprocess")

// LATCHSTRING_WITH names what is built beside the product and its tests: `tools`, `fuzz`. `strict` makes our warnings
// errors.
let with = Set((Context.environment["LATCHSTRING_WITH"] ?? "").split(separator: " "))

// `scripts/bench`, `make screenshots` and `make check-all` build these.
let tools: [Target] = [
  // measuring
  .executableTarget(
    name: "RelyingPartyBench",
    dependencies: [
      "RelyingParty", "Encoding", crypto, cryptoExtras, certificates,
    ], path: "Benchmarks/RelyingPartyBench"),
  .executableTarget(
    name: "CardBench",
    dependencies: ["Keycard", "SimulatedCard", "CardHands", "VirtualReaders", "TestReader", "Encoding", "CPCSC"],
    path: "Benchmarks/CardBench"),
  .executableTarget(
    name: "HTTPBench", dependencies: ["TestSite", "Demo", "Store", "OpenID", "Encoding", crypto],
    path: "Benchmarks/HTTPBench"),
  .executableTarget(
    name: "StoreBench",
    dependencies: [
      "TestSite", "TestProgram", "TestPostgreSQL", "Demo", "Store", "HTTPConnections", database, httpClient,
    ],
    path: "Benchmarks/StoreBench"),
  .executableTarget(
    name: "EscrowBench",
    dependencies: [
      "TestProvider", "TestSite", "EscrowProvider", "Escrow", "Store", "Encoding", "CSodium", httpClient, hummingbird,
      logging,
    ],
    path: "Benchmarks/EscrowBench"),
  .executableTarget(
    name: "KeysBench",
    dependencies: [
      "Authenticator", "TPMKeys", "TestTPM", "TestProgram", "TestKeys", "TestSite", "Browser", "Encoding", "CTSS2",
      crypto,
    ],
    path: "Benchmarks/KeysBench"),

  // the person whom scripts/operator-day sends into a browser
  .executableTarget(name: "OperatorGuest", dependencies: ["Browser"], path: "Tools/OperatorGuest"),

  // what several servers must survive: scripts/siege
  .executableTarget(
    name: "Siege",
    dependencies: [
      "TestSite", "TestProgram", "GuardedShell", "SeededNumbers", "Demo", "HandsProtocol", "Wraps", "Words", "Encoding",
      "CPQ",
    ],
    path: "Tools/Siege"),

  // pictures of the running program
  .executableTarget(
    name: "Screenshots",
    dependencies: ["Browser", "TestSite", "Person", "TestProvider", "SimulatedCard", "WebSurface"],
    path: "Tools/Screenshots"),
]

// `scripts/fuzz` builds these alone: libFuzzer brings its own main function.
let fuzz: [Target] = [
  .target(name: "FuzzDriver", path: "Fuzz/FuzzDriver"),
  fuzzer("RelyingPartyFuzz", ["RelyingParty", "Encoding", crypto]),
  fuzzer("EscrowFuzz", ["Escrow", "Encoding", "CZlib"]),
  fuzzer("AuthenticatorFuzz", ["Authenticator", "TPMKeys", "Encoding", crypto]),
]
func fuzzer(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .executableTarget(
    name: name, dependencies: ["FuzzDriver"] + dependencies, path: "Fuzz/\(name)",
    swiftSettings: [.unsafeFlags(["-sanitize=fuzzer"])],
    linkerSettings: [.unsafeFlags(["-sanitize=fuzzer", "-use-ld=lld"])])
}
// Coverage of the rooms themselves is what guides the fuzzer.
let fuzzedSettings: [SwiftSetting] = with.contains("fuzz") ? [.unsafeFlags(["-sanitize=fuzzer"])] : []

/// The rooms, floor by floor. A room may import lower floors, and on its own floor only what stands here;
/// `scripts/floors` holds the imports to it. docs/MAP.md says what each room is for.
let package = Package(
  name: "latchstring",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "latchstring", targets: ["latchstring"]),
    .library(name: "RelyingParty", targets: ["RelyingParty"]),
    .library(name: "MoreAlgorithms", targets: ["MoreAlgorithms"]),
    .library(name: "Encoding", targets: ["Encoding"]),
    .library(name: "FlowKit", targets: ["FlowKit"]),
    .library(name: "HandsProtocol", targets: ["HandsProtocol"]),
    .library(name: "Escrow", targets: ["Escrow"]),
    .library(name: "Authenticator", targets: ["Authenticator"]),
    // what OpenSSH loads as its SecurityKeyProvider
    .library(name: "latchstring-sk", type: .dynamic, targets: ["SecureShellProvider"]),
  ],
  // Exact, and what they bring along stands in dependencies.txt; `make update-dependencies` after a change here.
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
    .package(url: "https://github.com/apple/swift-async-algorithms", exact: "1.1.4"),
    .package(url: "https://github.com/apple/swift-configuration", exact: "1.4.0"),
    .package(url: "https://github.com/apple/swift-crypto", exact: "4.5.2"),
    .package(url: "https://github.com/apple/swift-certificates", exact: "1.21.1"),
    .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
    .package(url: "https://github.com/apple/swift-metrics", exact: "2.13.0"),
    .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", exact: "2.28.1"),
    .package(url: "https://github.com/hummingbird-project/swift-mustache", exact: "2.1.1"),
    .package(url: "https://github.com/swift-server/async-http-client", exact: "1.37.0"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", exact: "2.13.0"),
    // Without its trait it stays without Foundation.
    .package(url: "https://github.com/swiftlang/swift-subprocess", exact: "1.0.2", traits: []),
  ],
  targets: [
    // floor 0
    .target(name: "Encoding", swiftSettings: fuzzedSettings),
    .target(name: "Wraps", dependencies: ["Encoding", crypto]),
    .target(name: "ProgramFiles"),
    .target(name: "Measurements", dependencies: [metrics]),
    .target(name: "Sentences", dependencies: ["ProgramFiles"], resources: [.copy("Languages")]),
    .target(name: "Words", dependencies: [crypto]),
    .target(name: "Access"),
    .systemLibrary(name: "CCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
    .systemLibrary(name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
    .systemLibrary(name: "CSecp256k1", pkgConfig: "libsecp256k1", providers: [.apt(["libsecp256k1-dev"])]),
    .systemLibrary(name: "CSodium", pkgConfig: "libsodium", providers: [.apt(["libsodium-dev"])]),
    .systemLibrary(name: "CFIDO", pkgConfig: "libfido2", providers: [.apt(["libfido2-dev"])]),
    .systemLibrary(name: "CPQ", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
    .systemLibrary(name: "CPCSC", pkgConfig: "libpcsclite", providers: [.apt(["libpcsclite-dev"])]),
    .systemLibrary(name: "CTSS2", pkgConfig: "tss2-esys", providers: [.apt(["libtss2-dev"])]),
    .systemLibrary(name: "CSecureShell"),
    .systemLibrary(name: "CTomCrypt", pkgConfig: "libtomcrypt", providers: [.apt(["libtomcrypt-dev"])]),
    .systemLibrary(name: "CQREncode", pkgConfig: "libqrencode", providers: [.apt(["libqrencode-dev"])]),
    .systemLibrary(name: "CProcess"),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    // floor 1
    .target(name: "OpenID", dependencies: ["Encoding", crypto, cryptoExtras]),
    .target(name: "Model", dependencies: ["Sentences", "Wraps"]),
    .target(name: "WaysBack", dependencies: ["Access", "Sentences"]),
    .target(name: "AuditLog", dependencies: ["Sentences", "Model", "Encoding", crypto]),
    .target(name: "RelyingParty", dependencies: ["Encoding", crypto, cryptoExtras], swiftSettings: fuzzedSettings),
    .target(name: "MoreAlgorithms", dependencies: ["RelyingParty", "CCrypto", "CSecp256k1", crypto]),
    .target(
      name: "Keycard", dependencies: ["Encoding", "Words", "CCrypto", "CSecp256k1", "CTomCrypt", crypto, cryptoExtras]),
    .target(name: "SimulatedCard", dependencies: ["Sentences", "Encoding", "CSecp256k1", crypto, cryptoExtras]),
    .target(
      name: "Escrow",
      dependencies: ["Sentences", "Encoding", "CSodium", "CZlib", httpClient, crypto], swiftSettings: fuzzedSettings),
    .target(name: "Authenticator", dependencies: ["Encoding", crypto, cryptoExtras], swiftSettings: fuzzedSettings),
    .target(
      name: "TPMKeys", dependencies: ["Authenticator", "Encoding", "CTSS2", crypto], swiftSettings: fuzzedSettings),
    .target(name: "QRCodes", dependencies: ["CQREncode"]),
    .target(name: "Demo", dependencies: ["Encoding", crypto]),
    .target(name: "FlowKit", dependencies: ["Sentences"]),
    .target(name: "HandsProtocol", dependencies: ["FlowKit", "Model", "Encoding"]),
    .target(name: "Vocabulary", dependencies: ["Sentences", "FlowKit", "HandsProtocol", "Model", "Wraps"]),
    .target(
      name: "HTTPConnections",
      dependencies: [
        "Model", "Sentences", "Measurements", "CProcess", asyncAlgorithms, hummingbird, lifecycle, logging,
      ]),
    .target(name: "HandsTools", dependencies: ["Sentences", "Encoding", "Model", crypto]),
    .target(name: "VirtualReaders", dependencies: ["SimulatedCard"]),
    // floor 2
    .target(name: "Flows", dependencies: ["Sentences", "Vocabulary", "HandsProtocol", "Encoding", "Escrow", "Model"]),
    .target(
      name: "Store",
      dependencies: [
        "Sentences", "Measurements", "Model", "AuditLog", "Encoding", "Wraps", "CPQ", database, sqlite, crypto,
      ]),
    .target(name: "Mail", dependencies: ["Escrow", "Encoding", "CCurl"]),
    .target(name: "Passwords", dependencies: ["Model", "Encoding", "CSodium", crypto]),
    .target(
      name: "AccountService",
      dependencies: ["Sentences", "Vocabulary", "Model", "RelyingParty", "WaysBack", "Encoding", "Wraps", crypto]),
    .target(
      name: "CeremonyService",
      dependencies: ["AccountService", "Vocabulary", "HandsProtocol", "Model", "RelyingParty", "Keycard", "Encoding"]),
    .target(name: "SecureShellProvider", dependencies: ["Authenticator", "Encoding", "CSecureShell", crypto]),
    .target(
      name: "CardHands",
      dependencies: ["HandsTools", "HandsProtocol", "Keycard", "SimulatedCard", "Model", "Encoding", "CPCSC"]),
    .target(
      name: "SecurityKeys", dependencies: ["Sentences", "HandsTools", "HandsProtocol", "Encoding", "CFIDO", crypto]),
    .target(
      name: "EscrowHands",
      dependencies: ["Sentences", "HandsTools", "HandsProtocol", "Escrow", "Model", "Encoding", "Wraps", crypto]),
    .target(
      name: "PasskeyHands",
      dependencies: [
        "Sentences", "HandsTools", "HandsProtocol", "VirtualReaders", "Authenticator", "TPMKeys", "Model", "Encoding",
        "CZlib", crypto,
      ]),
    // floor 3
    .target(name: "FlowWorlds", dependencies: ["Flows", "FlowKit", "Vocabulary", "HandsProtocol", "Escrow", "Model"]),
    .target(
      name: "Runner",
      dependencies: [
        "AccountService", "CeremonyService", "Passwords", "Flows", "Vocabulary", "HandsProtocol", "Model",
        "RelyingParty", "Keycard", "OpenID", "Encoding", "Wraps", "Measurements", crypto,
      ]),
    .target(
      name: "LocalServer",
      dependencies: [
        "CardHands", "EscrowHands", "PasskeyHands", "HandsTools", "HandsProtocol", "Escrow", "QRCodes",
        "HTTPConnections", "Sentences", "Encoding", hummingbird, lifecycle, logging, crypto,
      ]),
    .target(
      name: "MetadataUpdates",
      dependencies: [
        "CeremonyService", "RelyingParty", "Model", "Sentences", asyncAlgorithms, httpClient, lifecycle,
        logging,
      ]),
    // floor 4
    .target(
      name: "LogoutDelivery",
      dependencies: ["Runner", "AccountService", "OpenID", "Model", asyncAlgorithms, httpClient, lifecycle, logging]),
    .target(
      name: "WebSurface",
      dependencies: [
        "ProgramFiles", "Sentences", "FlowWorlds", "Flows", "Vocabulary", "HandsProtocol", "Runner", "AccountService",
        "Access",
        "WaysBack",
        "CeremonyService", "Model", "AuditLog", "Encoding", "RelyingParty", "OpenID", "Words", "QRCodes",
        "HTTPConnections", hummingbird, lifecycle, mustache, crypto, logging, "CZlib",
      ],
      resources: [.copy("Templates"), .copy("Public")]),
    .target(
      name: "TerminalSurface",
      dependencies: [
        "Sentences", "Flows", "Vocabulary", "HandsProtocol", "Runner", "AccountService", "Keycard", "Model", "Encoding",
        "Words", "Wraps", crypto, "SimulatedCard", "Escrow", "CardHands", "EscrowHands", "HandsTools",
        "SecurityKeys", "PasskeyHands", "Authenticator",
      ]),
    .target(
      name: "EscrowProvider",
      dependencies: [
        "Sentences", "Escrow", "Store", "Model", "Encoding", "HTTPConnections", "Mail", httpClient, hummingbird,
        lifecycle, logging, crypto,
      ]),
    .target(
      name: "ProviderOperation",
      dependencies: [
        "Sentences", "EscrowProvider", "WebSurface", "TerminalSurface", "HTTPConnections", "Escrow", "Model",
        "Encoding", "HandsTools", hummingbird, lifecycle, logging, subprocess,
      ]),
    .target(name: "BrowserExtension", dependencies: ["ProgramFiles"], path: "Extension", resources: [.copy("browser")]),
    // floor 5
    .executableTarget(
      name: "latchstring",
      dependencies: [
        "ProgramFiles", "Sentences", "Measurements", "WebSurface", "LogoutDelivery", "OpenID", "TerminalSurface",
        "EscrowProvider", crypto, cryptoExtras,
        "BrowserExtension", "Escrow", "Mail",
        "Runner",
        "AccountService", "CeremonyService", "Passwords", "Demo", "Store", "Model",
        "HTTPConnections", "MetadataUpdates", "ProviderOperation", "CardHands", "EscrowHands", "PasskeyHands",
        "SecurityKeys", "LocalServer", "HandsProtocol", "HandsTools", "VirtualReaders", "AuditLog", "RelyingParty",
        "MoreAlgorithms",
        "Authenticator",
        "TPMKeys", "SimulatedCard", "Encoding", "Words", "CProcess", "Flows", "Access", "WaysBack", arguments,
        asyncAlgorithms, configuration, httpClient,
        hummingbird, lifecycle, logging, subprocess,
      ]),

    // Examples for other packages: a package of their own, and here a site that is not ours, where tests take our
    // passkeys.
    .executableTarget(
      name: "HummingbirdPasskeys", dependencies: ["RelyingParty", "Encoding", hummingbird],
      path: "Examples/HummingbirdPasskeys/Sources/HummingbirdPasskeys", resources: [.copy("Public")]),
    .target(name: "BookLoan", dependencies: ["FlowKit"], path: "Examples/BookLoan/Sources/BookLoan"),
    .testTarget(
      name: "BookLoanTests", dependencies: ["BookLoan", "FlowKit"], path: "Examples/BookLoan/Tests/BookLoanTests"),

    // tests, and what they stand on
    .target(name: "GuardedShell", path: "Tests/GuardedShell"),
    .target(name: "SeededNumbers", path: "Tests/SeededNumbers"),
    .target(name: "TestProgram", dependencies: [subprocess], path: "Tests/TestProgram"),
    .target(name: "TestDisk", dependencies: ["TestProgram"], path: "Tests/TestDisk", exclude: ["power_cut.c"]),
    .target(name: "Browser", dependencies: ["GuardedShell", httpClient], path: "Tests/Browser"),
    .target(
      name: "TestSite",
      dependencies: [
        "Sentences", "WebSurface", "Runner", "AccountService", "CeremonyService", "Passwords", "Demo", "Store", "Model",
        "TestPostgreSQL",
        "RelyingParty", "OpenID", hummingbird, httpClient, lifecycle, logging, crypto, cryptoExtras,
      ],
      path: "Tests/TestSite"),
    .target(
      name: "TestCards", dependencies: ["CardHands", "VirtualReaders", "SimulatedCard", "Keycard"],
      path: "Tests/TestCards"),
    .target(
      name: "TestProvider",
      dependencies: [
        "EscrowProvider", "Escrow", "Store", "Model", "HTTPConnections", "TestSite", "TestProgram", "TestPostgreSQL",
        "Encoding", logging,
      ],
      path: "Tests/TestProvider"),
    .target(
      name: "TestReader", dependencies: ["CardHands", "VirtualReaders", "GuardedShell"], path: "Tests/TestReader"),
    .target(name: "TestMetadata", dependencies: ["Encoding", crypto, certificates], path: "Tests/TestMetadata"),
    .target(
      name: "Person",
      dependencies: [
        "Browser", "TestSite", "TestCards", "TestProvider", "SimulatedCard", "EscrowProvider", "Escrow", "Vocabulary",
        "Model", "OpenID", httpClient, logging, "CardHands", "EscrowHands", "LocalServer", "WebSurface", "Demo",
      ], path: "Tests/Person"),
    .testTarget(
      name: "AuthenticatorTests",
      dependencies: [
        "Authenticator", "RelyingParty", "TestProgram", "SeededNumbers", "Encoding", crypto,
      ]),
    .target(
      name: "TestPostgreSQL", dependencies: ["GuardedShell", "Store", "Model", "CPQ"], path: "Tests/TestPostgreSQL"),
    .target(name: "TestTPM", dependencies: ["GuardedShell"], path: "Tests/TestTPM"),
    .target(name: "TestKeys", dependencies: ["TestTPM", "TestProgram"], path: "Tests/TestKeys"),
    .testTarget(
      name: "TPMKeysTests",
      dependencies: [
        "TPMKeys", "Authenticator", "RelyingParty", "TestTPM", "TestKeys", "TestProgram", "Encoding", "CTSS2", crypto,
      ]),
    .testTarget(name: "AccessTests", dependencies: ["Access", "SeededNumbers"]),
    .testTarget(
      name: "AccountServiceTests",
      dependencies: ["AccountService", "Access", "WaysBack", "Sentences", "Wraps", "Model", "Store"]),
    .testTarget(name: "AuditLogTests", dependencies: ["AuditLog", "Model", "Encoding"]),
    .testTarget(name: "BrowserDriverTests", dependencies: ["Browser"]),
    .testTarget(
      name: "BrowserTests",
      dependencies: [
        "Browser", "TestSite", "TestPostgreSQL", "TestCards", "TestProvider", "TestProgram", "TestKeys", "TestTPM",
        "CardTests", "latchstringTests", "Person",
        "WebSurface", "Vocabulary", "HandsProtocol", "CardHands", "Keycard", "SimulatedCard", "Store", "AuditLog",
        "Encoding", "Model", "RelyingParty", "Wraps", "Words", "HummingbirdPasskeys", "GuardedShell", "OpenID",
        "Runner", "LogoutDelivery", "AccountService", httpClient, hummingbird, logging, crypto,
      ]),
    .testTarget(
      name: "CardTests",
      dependencies: [
        "TestCards", "TestReader", "TestSite", "RunnerTests", "Runner", "AccountService", "Demo", "Flows", "Vocabulary",
        "HandsProtocol", "CardHands", "VirtualReaders", "TerminalSurface", "Keycard", "SimulatedCard", "Store", "Model",
        "Encoding", "Wraps", "CSecp256k1",
      ]),
    .testTarget(
      name: "CardHandsTests",
      dependencies: [
        "CardHands", "VirtualReaders", "HandsTools", "TestCards", "TestReader", "Keycard", "SimulatedCard",
        "Vocabulary", "HandsProtocol", "Model", "Encoding",
      ]),
    .testTarget(name: "EncodingTests", dependencies: ["Encoding"]),
    .testTarget(
      name: "EscrowHandsTests",
      dependencies: [
        "Sentences", "EscrowHands", "LocalServer", "TestProvider", "TestSite", "EscrowProvider", "Escrow", "Store",
        "Vocabulary", "Wraps",
        "HandsProtocol", "Model", "Encoding", httpClient, crypto,
      ]),
    .testTarget(
      name: "EscrowProviderTests",
      dependencies: [
        "latchstring", "ProviderOperation", "EscrowProvider", "Escrow", "HTTPConnections", "TestDisk", "TestProvider",
        "TestProgram", "TestSite", "TestPostgreSQL", "SeededNumbers", "Store", "Model", "Mail", "Encoding", httpClient,
      ]),
    .testTarget(
      name: "EscrowTests",
      dependencies: ["SeededNumbers", "Escrow", "Encoding", "TestProgram", hummingbird, logging]),
    .testTarget(
      name: "FlowsTests",
      dependencies: [
        "Sentences", "FlowWorlds", "Flows", "Vocabulary", "HandsProtocol", "Escrow", "Model",
      ], exclude: ["Buttons.txt"]),
    .testTarget(name: "HandsProtocolTests", dependencies: ["HandsProtocol", "Encoding"], exclude: ["Golden"]),
    .testTarget(
      name: "KeycardTests",
      dependencies: ["SeededNumbers", "Keycard", "Encoding", "CSecp256k1", crypto, cryptoExtras]),
    .testTarget(
      name: "latchstringTests",
      dependencies: [
        "latchstring", "AuditLog", "TestDisk", "TestProgram", "TestSite", "TestProvider", "TestKeys", "TestTPM",
        "TestPostgreSQL", "Store",
        "TestMetadata", "MetadataUpdates", "ProviderOperation", "TestReader", "SimulatedCard", "SecurityKeys",
        "RelyingParty", "AccountService", "CeremonyService", "Demo", "Escrow", "Keycard",
        "Wraps", "WrapsTests", "Model", "Encoding", "VirtualReaders", "TerminalSurface", "Mail", "OpenID", "Runner",
        httpClient, configuration, crypto, logging,
      ], exclude: ["Services/manager.py", "Clients/asks.py", "Keys/pam_elsewhere.c"]),
    .testTarget(
      name: "LocalServerTests",
      dependencies: [
        "LocalServer", "CardHands", "EscrowHands", "HandsTools", "HTTPConnections", "TestCards", "TestSite",
        "TestProgram", "Vocabulary", "HandsProtocol", "Encoding", crypto, httpClient, hummingbird, logging,
      ]),
    .testTarget(
      name: "MetadataUpdatesTests",
      dependencies: [
        "MetadataUpdates", "RelyingParty", "Model", "TestMetadata", "TestPostgreSQL", "TestSite", "CeremonyService",
        logging,
      ]),
    .testTarget(
      name: "MoreAlgorithmsTests",
      dependencies: [
        "MoreAlgorithms", "RelyingParty", "RelyingPartyTests", "Encoding", "CCrypto", "CSecp256k1", crypto,
      ]),
    .testTarget(name: "OpenIDTests", dependencies: ["OpenID", "Encoding", crypto, cryptoExtras]),
    .testTarget(
      name: "LogoutDeliveryTests",
      dependencies: [
        "LogoutDelivery", "TestSite", "Runner", "AccountService", "OpenID", "Model", "Store", "Encoding", hummingbird,
        lifecycle, logging,
      ]),
    .testTarget(name: "ProgramFilesTests", dependencies: ["ProgramFiles"]),
    .testTarget(
      name: "PasswordsTests", dependencies: ["Passwords", "Model", "Store", "TestPostgreSQL", crypto]),
    .testTarget(
      name: "PasskeyHandsTests",
      dependencies: [
        "PasskeyHands", "VirtualReaders", "TestReader", "TestProgram", "TestTPM", "SeededNumbers", "Authenticator",
        "HandsTools", "TPMKeys", "RelyingParty", "Encoding", crypto,
      ], exclude: ["Foreign"]),
    .testTarget(
      name: "RelyingPartyTests",
      dependencies: ["SeededNumbers", "RelyingParty", "Encoding", "TestMetadata", crypto, cryptoExtras, certificates]),
    .testTarget(
      name: "RunnerTests",
      dependencies: [
        "Runner", "AccountService", "CeremonyService", "Passwords", "Demo", "Flows", "Vocabulary", "HandsProtocol",
        "Model", "RelyingParty", "OpenID", "Store", "TestSite", "TestPostgreSQL", "Wraps", "Words", "Encoding",
        "Keycard", "CSecp256k1",
      ]),
    .testTarget(
      name: "SimulatedCardTests",
      dependencies: [
        "latchstring", "TestProgram", "SeededNumbers", "SimulatedCard", "VirtualReaders", "TestReader", "Encoding",
        "CSecp256k1", crypto, cryptoExtras,
      ],
      exclude: ["Foreign"]),
    .testTarget(
      name: "StoreTests",
      dependencies: [
        "Store", "TestPostgreSQL", "EscrowProvider", "AuditLog", "Model", "TestDisk", "TestProgram", database,
      ]),
    .testTarget(
      name: "TerminalSurfaceTests",
      dependencies: [
        "Sentences", "TerminalSurface", "Runner", "AccountService", "CeremonyService", "Passwords", "Store", "Keycard",
        "Vocabulary", "HandsProtocol", "Model", "Encoding", "Words", "Wraps", "CardHands", "EscrowHands", "CSecp256k1",
        "Flows", crypto,
      ], exclude: ["Transcripts"]),
    .testTarget(
      name: "WebSurfaceTests",
      dependencies: [
        "Sentences", "Flows", "WebSurface", "Vocabulary", "HandsProtocol", "TestSite", "TestMetadata", "RelyingParty",
        "RelyingPartyTests", "Runner", "AccountService", "CeremonyService", "Demo", "Encoding", "HTTPConnections",
        "Model", "AuditLog", "Store", "WaysBack", "OpenID", httpClient, crypto, certificates, hummingbird, logging,
      ]),
    .testTarget(name: "WaysBackTests", dependencies: ["WaysBack", "Access", "Sentences", "SeededNumbers"]),
    .testTarget(name: "WrapsTests", dependencies: ["SeededNumbers", "Wraps", "TestProgram", "Encoding", crypto]),
    .testTarget(name: "SecurityKeysTests", dependencies: ["SecurityKeys", "Encoding", "HandsProtocol", "HandsTools"]),
    .testTarget(name: "SentencesTests", dependencies: ["Sentences"]),
    .testTarget(name: "WordsTests", dependencies: ["Words", crypto]),
  ] + (with.contains("tools") ? tools : []) + (with.contains("fuzz") ? fuzz : []))

// Ours alone: whoever builds the product with a newer Swift is not stopped by a warning that it has learned.
if with.contains("strict") {
  for target in package.targets where [.regular, .executable, .test].contains(target.type) {
    target.swiftSettings = (target.swiftSettings ?? []) + [.treatAllWarnings(as: .error)]
  }
}
