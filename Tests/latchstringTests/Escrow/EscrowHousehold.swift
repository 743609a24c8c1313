import AsyncHTTPClient
import Escrow
import Foundation
import LocalHands
import SimulatedCard
import TestProgram
import TestProvider
import TestReader
import TestSite
import Testing

/// A person's computer with a card reader, and three providers elsewhere, one of which takes fees.
final class EscrowHousehold {
  /// Anna's takes fees; Bruno's and Chiara's take none.
  let providers: [RunningProvider]
  /// The providers'.
  let clock: TestClock
  let reader: TestReader
  /// Where this computer keeps everything: the accounts, and what its hands know.
  private(set) var folder = EscrowHousehold.newFolder
  private var folders: [String] = []
  /// Whom the commands name.
  var offered: [RunningProvider]

  private init(_ providers: [RunningProvider], _ clock: TestClock) throws {
    self.providers = providers; self.clock = clock; offered = providers
    reader = try TestReader()
  }

  static func with(_ body: (EscrowHousehold) async throws -> Void) async throws {
    let clock = TestClock()
    var providers: [RunningProvider] = []
    for name in ["Anna", "Bruno", "Chiara"] {
      let fee = name == "Anna" ? Amount("TESTKUDOS:1") : nil
      providers.append(
        try await .start(clock: clock) { settings in
          settings.businessName = name
          if let fee { settings.annualFee = fee }
        })
    }
    let house = try EscrowHousehold(providers, clock), result: Result<Void, any Error>
    do { result = .success(try await body(house)) } catch { result = .failure(error) }
    house.reader.stop()
    for folder in house.folders + [house.folder] { try? FileManager.default.removeItem(atPath: folder) }
    for provider in providers { await provider.stop() }
    try result.get()
  }

  private static var newFolder: String { FileManager.default.temporaryDirectory.appending(path: "latchstring-\(UUID())").path }
  var database: String { folder + "/latchstring.sqlite" }

  func putIn(_ card: VirtualCard) throws {
    let slot = try #require(reader.slots.first)
    slot.remove()
    try slot.insert(card)
  }
  /// Everything but the accounts, which another computer than the person's would keep.
  ///
  /// - Parameter kept: What somebody takes along who moves to another computer.
  func loseEverything(but kept: String...) throws {
    let old = folder, files = FileManager.default
    folders.append(old)
    folder = Self.newFolder
    try files.createDirectory(atPath: folder + "/hands", withIntermediateDirectories: true)
    for name in ["", "-wal", "-shm"].map({ "latchstring.sqlite" + $0 }) + kept where files.fileExists(atPath: "\(old)/\(name)") {
      try files.copyItem(atPath: "\(old)/\(name)", toPath: "\(folder)/\(name)")
    }
  }

  func begin(_ command: String...) async throws -> TerminalVisit {
    let named = command[0] == "escrow" ? offered.flatMap { ["--provider", $0.provider.url] } : []
    let environment = reader.environment.merging(["NO_COLOR": "1"]) { $1 }
    return TerminalVisit(try await PseudoTerminal(.latchstring(command + ["--data", folder] + named, environment: environment)))
  }
  /// What `escrow status --json` says: why each provider cannot be used, by its address, and who is needed for each way.
  func status() async throws -> (standings: [String: String?], ways: [[String]]) {
    struct Said: Decodable {
      struct Provider: Decodable { var url: String, trouble: String? }
      struct Part: Decodable { var url: String }
      var providers: [Provider], ways: [[Part]]
    }
    let result = try await run("escrow", "status", "--json")
    #expect(result.status == 0, "\(result)")
    let said = try JSONDecoder().decode(Said.self, from: Data(result.output.utf8))
    return (Dictionary(uniqueKeysWithValues: said.providers.map { ($0.url, $0.trouble) }), said.ways.map { $0.map(\.url) })
  }
  func run(_ command: String...) async throws -> TestProgram.Outcome {
    try await TestProgram.latchstring(command + ["--data", folder], environment: reader.environment).run()
  }

  /// The last code that any provider sent by this method.
  func lastCode(_ method: MethodType) -> String { providers.flatMap(\.provider.outbox.letters).last { $0.method == method }?.code ?? "" }

  /// Presses the button of a till's page.
  func pay(at till: String) async throws {
    var request = HTTPClientRequest(url: till)
    request.method = .POST
    #expect(try await HTTPClient.shared.execute(request, timeout: .seconds(30)).status.code < 400)
  }
}
