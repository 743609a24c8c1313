import AsyncHTTPClient
import Escrow
import Foundation
import SimulatedCard
import TestProgram
import TestProvider
import TestReader
import TestSite
import Testing
import VirtualReaders

/// A person's computer with a card reader, and three providers elsewhere, one of which charges fees.
final class EscrowHousehold {
  /// Anna's charges fees; Bruno's and Chiara's charge none.
  let providers: [RunningProvider]
  /// The providers' clock.
  let clock: TestClock
  let reader: TestReader
  /// The folder where this computer stores everything: the accounts, and what its hands know.
  private(set) var folder = EscrowHousehold.newFolder
  private var folders: [String] = []
  /// The providers that the commands name.
  var offered: [RunningProvider]
  /// Additional environment variables on this computer.
  var environment: [String: String] = [:]

  private init(_ providers: [RunningProvider], _ clock: TestClock) throws {
    self.providers = providers; self.clock = clock; offered = providers
    reader = try TestReader()
  }

  static func with(_ body: (EscrowHousehold) async throws -> Void) async throws {
    let clock = TestClock()
    try await withThreeFriends(clock: clock) { friends in
      let house = try EscrowHousehold(friends, clock), result: Result<Void, any Error>
      do { result = .success(try await body(house)) } catch { result = .failure(error) }
      house.reader.stop()
      for folder in house.folders + [house.folder] { try? FileManager.default.removeItem(atPath: folder) }
      try result.get()
    }
  }

  private static var newFolder: String {
    FileManager.default.temporaryDirectory.appending(path: "latchstring-\(UUID())").path
  }
  var database: String { folder + "/latchstring.sqlite" }

  func putIn(_ card: VirtualCard) throws {
    let slot = try #require(reader.slots.first)
    slot.remove()
    try slot.insert(card)
  }
  /// Loses everything except the copy of the accounts, which was kept elsewhere.
  ///
  /// - Parameter kept: The files that a person takes along when moving to another computer.
  func loseEverything(but kept: String...) async throws {
    let old = folder, files = FileManager.default, new = Self.newFolder
    try files.createDirectory(atPath: new + "/hands", withIntermediateDirectories: true)
    if files.fileExists(atPath: database) { #expect(try await run("copy", new + "/latchstring.sqlite").status == 0) }
    folders.append(old)
    folder = new
    for name in kept where files.fileExists(atPath: "\(old)/\(name)") {
      try files.copyItem(atPath: "\(old)/\(name)", toPath: "\(new)/\(name)")
    }
  }

  func begin(_ command: String...) async throws -> TerminalVisit {
    let named = command[0] == "escrow" ? offered.flatMap { ["--provider", $0.provider.url] } : []
    let environment = reader.environment.merging(["NO_COLOR": "1"]) { $1 }.merging(environment) { $1 }
    return TerminalVisit(
      try await PseudoTerminal(.latchstring(command + ["--data", folder] + named, environment: environment)))
  }
  /// The output of `escrow status --json`: why each provider cannot be used, by its address, and who is needed for each
  /// way.
  func status() async throws -> (standings: [String: String?], ways: [[String]]) {
    struct Said: Decodable {
      struct Provider: Decodable { var url: String, trouble: String? }
      struct Part: Decodable { var url: String }
      var providers: [Provider], ways: [[Part]]
    }
    let result = try await run("escrow", "status", "--json")
    #expect(result.status == 0, "\(result)")
    let said = try JSONDecoder().decode(Said.self, from: Data(result.output.utf8))
    return (
      Dictionary(uniqueKeysWithValues: said.providers.map { ($0.url, $0.trouble) }), said.ways.map { $0.map(\.url) }
    )
  }
  func run(_ command: String...) async throws -> TestProgram.Outcome {
    try await TestProgram.latchstring(command + ["--data", folder], environment: reader.environment).run()
  }

  /// Presses the button on a till's page.
  func pay(at till: String) async throws {
    var request = HTTPClientRequest(url: till)
    request.method = .POST
    #expect(try await HTTPClient.shared.execute(request, timeout: .seconds(30)).status.code < 400)
  }
}
