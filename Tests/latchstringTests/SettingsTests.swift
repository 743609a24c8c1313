import Configuration
import Foundation
import Model
import Testing

@testable import latchstring

@Suite struct SettingsTests {
  func read(
    _ environment: [String: String] = [:], port: Int? = nil, file: String? = nil
  ) async throws -> StrictSettings {
    var flags: [AbsoluteConfigKey: ConfigValue] = [:]
    if let port { flags[AbsoluteConfigKey(["port"])] = ConfigValue(.int(port), isSecret: false) }
    guard let file else { return try await StrictSettings(flags: flags, environment: environment, file: nil) }
    let path = FileManager.default.temporaryDirectory.appending(path: "latchstring-\(UUID()).json")
    try Data(file.utf8).write(to: path)
    defer { try? FileManager.default.removeItem(at: path) }
    return try await StrictSettings(flags: flags, environment: environment, file: path.path)
  }
  func problem(_ work: () async throws -> Void) async -> String? {
    do { try await work() } catch let problem as ConfigurationProblem { return problem.description } catch {}
    return nil
  }

  @Test("flags take precedence over the environment, then the file, then the defaults")
  func ladder() async throws {
    let environment = ["LATCHSTRING_PORT": "2"], file = #"{"port": 3, "rp": {"name": "Ours"}}"#
    #expect(try Settings.home(await read(environment, port: 1, file: file)).port == 1)
    #expect(try Settings.home(await read(environment, file: file)).port == 2)
    let settings = try Settings.home(await read(file: file))
    #expect(settings.port == 3 && settings.rpName == "Ours" && settings.origins == ["http://latchstring.localhost:3"])
    #expect(try Settings.home(await read()).port == 8420)
  }
  @Test("practice providers never take the hands' port") func ports() async throws {
    for (hands, practice) in [("8651", 8652), ("8653", 8654), ("8654", 8651), ("8650", 8651)] {
      #expect(
        try Settings.home(await read(["LATCHSTRING_HANDS_PORT": hands], port: 8640)).practicePort == practice,
        "\(hands)")
    }
    #expect(try Settings.home(await read(port: 8410)).practicePort == 8422, "8421 is where the hands are as a rule")
  }
  @Test("terminal commands find a folder's page at the port where it was last opened") func remembered()
    async throws
  {
    let folder = FileManager.default.temporaryDirectory.appending(path: "latchstring-\(UUID())").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let place = ["LATCHSTRING_DATA": folder]
    #expect(try Settings.home(await read(place)).port == HomePort.ordinary)
    HomePort.remember(8471, in: folder)
    let settings = try Settings.home(await read(place))
    #expect(settings.origins == ["http://latchstring.localhost:8471"] && settings.practicePort == 8482)
    #expect(try Settings.home(await read(place, port: 9000)).port == 9000)
    try Data("99999999999999999999".utf8).write(to: URL(fileURLWithPath: folder + "/port"))
    #expect(try Settings.home(await read(place)).port == HomePort.ordinary)
  }
  @Test(
    "C-30: providers of a file that the command line names are the page's and the terminal's")
  func handsOfHome() async throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "latchstring-\(UUID()).json").path
    try Data(#"{"recovery": {"providers": ["https://provider.example/"]}, "port": 3}"#.utf8).write(
      to: URL(filePath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    let home = try Settings.home(try await StrictSettings(flags: [:], environment: [:], file: path))
    let arguments = HandsProcess.arguments(home, config: path)
    let hands = try #require(try Latchstring.parseAsRoot(arguments) as? HandsCommand)
    #expect(
      try await hands.settings(in: [:]).providers == ["https://provider.example/"]
        && home.recoveryProviders == ["https://provider.example/"])
  }
  @Test("one address can create a hundred accounts a day, or the number in the settings") func accountsPerDay()
    async throws
  {
    #expect(try Settings.home(await read()).accountsPerDay == 100)
    #expect(try Settings.home(await read(["LATCHSTRING_ACCOUNTS_PER_DAY": "0"])).accountsPerDay == 0)
  }
  @Test("a session lasts for the number of days in the settings, ninety by default") func sessionDays()
    async throws
  {
    #expect(try Settings.home(await read()).sessionDays == 90)
    #expect(try Settings.home(await read(["LATCHSTRING_SESSIONS_DAYS": "7"])).sessionDays == 7)
    let none = await problem { _ = try Settings.home(await read(["LATCHSTRING_SESSIONS_DAYS": "0"])) }
    #expect(none == "sessions.days is 0; it must be from 1 to 3650.")
  }
  @Test("an invalid value prevents the start with a sentence that names it and its location")
  func strict() async throws {
    #expect(
      await problem { _ = try Settings.home(await read(["LATCHSTRING_PORT": "many"])) }
        == "port in the environment is not a whole number.")
    #expect(
      await problem { _ = try Settings.home(await read(file: #"{"port": "3"}"#)) }?.hasSuffix("is not a whole number.")
        == true)
    #expect(
      await problem { _ = try Settings.home(await read(["LATCHSTRING_PORT": "70000"])) }
        == "port is 70000; it must be from 1 to 65535.")
    let lax = await problem { _ = try Settings.home(await read(["LATCHSTRING_COUNTER_POLICY": "lax"])) }
    #expect(lax == "counter.policy is “lax”; it must be warn or strict.")
    #expect(await problem { _ = try await read(file: "port: 3") }?.hasSuffix("as JSON: see line 1.") == true)
    let comma = await problem { _ = try await read(file: "{ \"port\": 3,\n  \"host\": \"::1\"\n  \"data\": \"/x\" }") }
    #expect(comma?.hasSuffix("as JSON: see line 3.") == true)
    #expect(await problem { _ = try await read(file: "[3]") }?.hasSuffix("not an object with settings.") == true)
  }
  @Test("an unknown setting in the file prevents the start, and the nearest one is named") func unknownInFile()
    async throws
  {
    let typo = await problem { _ = try await read(file: #"{"prot": 3, "rp": {"name": "Ours", "idd": "a.example"}}"#) }
    #expect(typo?.contains("has “prot”, which is no setting. Did you mean “port”?") == true, "\(typo ?? "")")
    #expect(
      typo?.contains("has “rp.idd”, which is no setting. Did you mean “rp.id”?") == true
        && typo?.contains("rp.name") == false)
    let strange = await problem { _ = try await read(file: #"{"zzzzzz": {"zzzzzz": true}}"#) }
    #expect(
      strange?.hasSuffix("has “zzzzzz.zzzzzz”, which is no setting. docs/CONFIGURATION.md lists them all.") == true)
    #expect(
      await problem { _ = try await read(file: #"{"provider": {"name": "A"}, "keys": {"store": "file"}, "smtp": {}}"#) }
        == nil)
  }
  @Test("an unknown variable that looks like a setting is named once, without its value")
  func unknownInEnvironment() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "latchstring-\(UUID())").path
    let line = "latchstring audit verify --data '\(folder)'"
    let outcome = try await Program.shell(
      line, environment: ["LATCHSTRING_PROVIDER_NAMES": "a secret", "LATCHSTRING_WITH": "tools"])
    #expect(
      outcome.errors == """
        latchstring: The environment has LATCHSTRING_PROVIDER_NAMES, which is no setting. Did you mean \
        “LATCHSTRING_PROVIDER_NAME”?
        latchstring: There is no database at \(folder)/latchstring.sqlite.

        """)
    #expect(
      SettingNames.warnings(of: [
        "LATCHSTRING_PORT": "1", "LATCHSTRING_CONFIG": "", "LATCHSTRING_RP_ID": "", "PATH": "",
      ]) == [])
  }
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
    .standardizedFileURL
  /// The contents of the repository's files in these places that contain this word.
  private func texts(_ places: String..., with word: String) -> String {
    let files = places.flatMap { place in
      let url = Self.root.appending(path: place)
      return [url]
        + (FileManager.default.enumerator(atPath: url.path)?.compactMap {
          ($0 as? String).map { url.appending(path: $0) }
        } ?? [])
    }
    return files.compactMap { FileManager.default.contents(atPath: $0.path) }.filter {
      $0.range(of: Data(word.utf8)) != nil
    }
    .map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n")
  }
  @Test(
    "the known settings are those that docs/CONFIGURATION.md lists, and no other is read")
  func known() {
    let rows = texts("docs/CONFIGURATION.md", with: "data").split(separator: "\n").compactMap {
      $0.firstMatch(of: /^\| (`[^|]+) \|/)?.1
    }
    let listed = rows.flatMap { $0.matches(of: /`([a-z.]+)`/).map { String($0.1) } }
    #expect(Set(listed) == SettingNames.all, "\(Set(listed).symmetricDifference(SettingNames.all))")
    let call = /(?:read\.(?:text|list|number|choice|secret)\(|money\.amount\(|OperatorCommand\(read, )"([a-z.]+)"/
    let read = texts("Sources/latchstring", with: "read").matches(of: call).map { String($0.1) }
    #expect(read.count > 50 && Set(read).isSubset(of: SettingNames.all), "\(Set(read).subtracting(SettingNames.all))")
  }
  @Test("variables of this repository's own scripts and tests cause no warning") func ownVariables() {
    let text = texts("scripts", "Tests", "Fuzz", "Package.swift", "Makefile", ".ci", with: "LATCHSTRING_")
    let names = Set(text.matches(of: /LATCHSTRING_[A-Z0-9_]*[A-Z0-9]/).map { String($0.output) })
    // Except the names that this file itself makes up.
    let wrong = names.filter { $0 != "LATCHSTRING_PROVIDER_NAMES" && !SettingNames.warnings(of: [$0: ""]).isEmpty }
    #expect(names.count > 20 && wrong.isEmpty, "\(wrong)")
  }
  @Test("a running server fetches metadata only on request, and never changes a named file")
  func metadata() async throws {
    let quiet = try Settings.home(await read()).metadata
    #expect(!quiet.isUpdated && quiet.file == nil && quiet.root == nil)
    let environment = [
      "LATCHSTRING_METADATA_UPDATE": "on", "LATCHSTRING_METADATA_ROOT": "/root.pem", "LATCHSTRING_DATA": "/data",
    ]
    let settings = try Settings.home(await read(environment)).metadata
    #expect(settings.isUpdated && settings.root == "/root.pem" && settings.kept == "/data/metadata.jwt")
    let both = environment.merging(["LATCHSTRING_METADATA_FILE": "/blob.jwt"]) { $1 }
    #expect(await problem { _ = try Settings.home(await read(both)) }?.hasSuffix("Set one.") == true)
    let wrong = await problem { _ = try Settings.home(await read(["LATCHSTRING_METADATA_UPDATE": "yes"])) }
    #expect(wrong == "metadata.update is “yes”; it must be on or off.")
  }
  @Test("serve needs a host name, and accepts origins only as browsers write them") func serve() async throws {
    let unnamed = await problem { _ = try Settings.serve(await read()) }
    #expect(unnamed?.hasPrefix("rp.id is missing: the host name of the site.") == true)
    #expect(await problem { _ = try Settings.serve(await read(["LATCHSTRING_RP_ID": "https://a.example"])) } != nil)
    let environment = ["LATCHSTRING_RP_ID": "a.example"]
    #expect(try Settings.serve(await read(environment)).origins == ["https://a.example"])
    for wrong in [
      "https://a.example/", "a.example", "ftp://a.example", "https://a.example:x", "http://a.example",
      "https://A.example", "https://a.example:443",
      "android:apk-key-hash:x",
    ] {
      #expect(
        await problem { _ = try Settings.serve(await read(environment.merging(["LATCHSTRING_ORIGINS": wrong]) { $1 })) }
          != nil)
    }
    let several = ["LATCHSTRING_ORIGINS": "https://a.example,https://b.a.example:8443,android:apk-key-hash:abc"]
    #expect(try Settings.serve(await read(environment.merging(several) { $1 })).origins.count == 3)
  }
  @Test("entries of the audit log stay for ever, or for thirty days and more") func auditDays() async throws {
    #expect(try Settings.serve(await read(["LATCHSTRING_RP_ID": "example.org"])).auditKeepDays == nil)
    func days(_ days: String) async throws -> Int? {
      try Settings.serve(await read(["LATCHSTRING_RP_ID": "example.org", "LATCHSTRING_AUDIT_KEEP_DAYS": days]))
        .auditKeepDays
    }
    #expect(try await days("30") == 30)
    for wrong in ["29", "0", "-1", "36501"] {
      let problem = await problem { _ = try await days(wrong) }
      #expect(problem == "audit.keep.days is \(wrong); it must be from 30 to 36500.")
    }
  }
}
