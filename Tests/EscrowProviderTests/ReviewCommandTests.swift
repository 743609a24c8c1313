import Escrow
import EscrowProvider
import Foundation
import Store
import TestProgram
import TestProvider
import Testing

@testable import ProviderOperation

/// `latchstring provider review` in a process of its own, alongside the running provider.
@Suite(.timeLimit(.minutes(4))) struct ReviewCommandTests {
  private func hosted() async throws -> HostedProvider {
    let hosted = try HostedProvider { _ in
      [
        "provider": ["name": "Ana", "methods": ["question", "video"]],
        "video": ["meeting": "Call +41 44 000 00 00 on weekdays"],
      ]
    }
    try await hosted.start()
    return hosted
  }
  private func review(_ hosted: HostedProvider, _ arguments: String...) async throws -> TestProgram.Outcome {
    try await TestProgram.latchstring(["provider", "review", "--data", hosted.folder.path] + arguments).run()
  }
  /// A waiting photo, with the number to say and the text to show.
  private func waiting(at hosted: HostedProvider, _ photo: [UInt8] = TestPhoto.png) async throws -> (
    Deposit, number: String, response: [UInt8]
  ) {
    let deposit = Deposit(hosted.peer, .video, photo)
    #expect(try await deposit.upload().status == 204)
    let details = try #require(try await deposit.challenge().json["review_details"] as? [String: Any])
    #expect(details["meeting"] as? String == "Call +41 44 000 00 00 on weekdays")
    return (
      deposit, try #require(details["number"] as? String),
      AnswerHash.of(code: try #require(details["answer_code"] as? UInt64))
    )
  }
  private func mode(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  @Test(
    "People read since when a photo waits in local time, programs read it in UTC"
  ) func times() throws {
    let afternoon = Date(timeIntervalSince1970: 1_777_817_100), midnight = Date(timeIntervalSince1970: 1_777_766_400)
    #expect(
      ReviewDialogue.spoken(afternoon, in: .gmt).english == "3 May 2026, 14:05"
        && ReviewDialogue.spoken(midnight, in: .gmt).english == "3 May 2026, 00:00")
    let west = try #require(TimeZone(secondsFromGMT: -3600))
    #expect(ReviewDialogue.spoken(midnight, in: west).english == "2 May 2026, 23:00")
    #expect(ReviewDialogue.moment(afternoon) == "2026-05-03T14:05:00Z")
  }

  @Test(
    "C-26 G-32: the host lists, shows and decides by program; a decided photo is in no file"
  )
  func programs() async throws {
    let hosted = try await hosted(), (deposit, number, response) = try await waiting(at: hosted)
    let (second, otherNumber, otherResponse) = try await waiting(at: hosted, TestPhoto.jpeg(5000))
    let parts = [Array(TestPhoto.png[33..<60]), Array(TestPhoto.jpeg(5000)[1000..<1200])]
    for part in parts { #expect(try filesWith(part, of: hosted).isEmpty == false, "it waits") }
    let list = try await review(hosted, "--list")
    let lines = list.output.split(separator: "\n").map { $0.split(separator: "\t").map(String.init) }
    #expect(
      list.status == 0 && lines.map(\.first) == [number, otherNumber]
        && lines.map(\.last) == ["\(TestPhoto.png.count)", "5000"])
    for line in lines {
      #expect(line.count == 3 && line[1].wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/) != nil, "\(line)")
    }

    let file = hosted.folder.appending(path: "shown.png")
    #expect(try await review(hosted, "--show", number, "--to", file.path).status == 0)
    #expect(try Array(Data(contentsOf: file)) == TestPhoto.png && mode(file.path) == 0o600)
    let again = try await review(hosted, "--show", number, "--to", file.path)
    #expect(again.status == 1 && again.errors.contains("is there already"))
    try FileManager.default.removeItem(at: file)

    #expect(try await deposit.solve(response).refusal == Refused(403, 8231))
    #expect(try await review(hosted, "--yes", number).status == 0)
    #expect(try await deposit.solve(response).body == deposit.share.bytes)
    #expect(try await second.solve(otherResponse).refusal == Refused(403, 8231))
    #expect(try await review(hosted, "--no", otherNumber, "--reason", "Another voice.").status == 0)
    #expect(try await second.solve(otherResponse).json["review_reason"] as? String == "Another voice.")

    #expect(try await review(hosted, "--list").output.isEmpty)
    for number in [number, "999-999", "12"] {
      let unknown = try await review(hosted, "--yes", number)
      #expect(unknown.status == 1 && unknown.errors.hasPrefix("latchstring: ") && unknown.output.isEmpty, "\(number)")
    }
    for part in parts { #expect(try filesWith(part, of: hosted) == []) }
    try await hosted.end(SIGTERM)
    for part in parts { #expect(try filesWith(part, of: hosted) == []) }
  }
  /// The files of the provider's database that contain these bytes.
  private func filesWith(_ part: [UInt8], of hosted: HostedProvider) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: hosted.folder.path).filter {
      try $0.hasPrefix("provider.sqlite")
        && Data(contentsOf: hosted.folder.appending(path: $0)).firstRange(of: Data(part)) != nil
    }
  }

  @Test(
    "G-32: at a terminal the photo is the owner's file while the host looks; yes is typed out"
  )
  func terminal() async throws {
    let hosted = try await hosted(), (deposit, number, response) = try await waiting(at: hosted)
    let room = hosted.folder.appending(path: "room")
    try FileManager.default.createDirectory(at: room, withIntermediateDirectories: false)
    let program = TestProgram.latchstring(
      ["provider", "review", "--data", hosted.folder.path], environment: ["TMPDIR": room.path])
    let terminal = try await PseudoTerminal(program)
    let asked = try await terminal.wait(for: "leaves): ")
    #expect(asked.contains("1 photo waits:") && asked.contains("  \(number), since "))
    #expect(asked.contains(/since \d{1,2} [A-Z][a-z]+ \d{4}, \d\d:\d\d, \d+ KiB/), "as a person reads it")
    try await terminal.type("111-111", until: "No photo waits under 111-111.", "leaves): ")
    let shown = try await terminal.type(number, until: "later): ")
    let path = try #require(shown.firstMatch(of: /photo is in\s+(\S+)\s+until/)?.1).description
    #expect(path.hasPrefix(room.path + "/") && path.hasSuffix(".png"))
    #expect(try Array(Data(contentsOf: URL(filePath: path))) == TestPhoto.png)
    #expect(try mode(path) == 0o600 && mode((path as NSString).deletingLastPathComponent) == 0o700)
    try await terminal.type("y", until: "Type yes, no or later.", "later): ")
    #expect(try await deposit.solve(response).refusal == Refused(403, 8231))
    try await terminal.type("later", until: "Left as it is.", "leaves): ")
    #expect(try FileManager.default.contentsOfDirectory(atPath: room.path) == [])
    try await terminal.type(number, until: "later): ")
    try await terminal.type("yes", until: "Noted: yes.", "No photo waits.")
    #expect(try await terminal.ended() == 0)
    #expect(try FileManager.default.contentsOfDirectory(atPath: room.path) == [])
    #expect(try await deposit.solve(response).body == deposit.share.bytes)
    try await hosted.end(SIGTERM)
  }

  @Test("G-32: a refusal needs a reason; an interrupting signal leaves no photo and decides nothing")
  func noAndSignals() async throws {
    let hosted = try await hosted(), (deposit, number, response) = try await waiting(at: hosted)
    let room = hosted.folder.appending(path: "room")
    try FileManager.default.createDirectory(at: room, withIntermediateDirectories: false)
    let program = TestProgram.latchstring(
      ["provider", "review", "--data", hosted.folder.path], environment: ["TMPDIR": room.path])
    for signal in [SIGTERM, SIGHUP, SIGQUIT] {
      let terminal = try await PseudoTerminal(program)
      try await terminal.wait(for: "leaves): ")
      try await terminal.type(number, until: "later): ")
      terminal.send(signal)
      #expect(try await terminal.ended() == 1)
      #expect(try FileManager.default.contentsOfDirectory(atPath: room.path) == [])
    }
    #expect(try await deposit.solve(response).refusal == Refused(403, 8231))
    let terminal = try await PseudoTerminal(program)
    try await terminal.wait(for: "leaves): ")
    try await terminal.type(number, until: "later): ")
    try await terminal.type("no", until: "read it): ")
    try await terminal.type("", until: "Say in a few words why not", "read it): ")
    try await terminal.type("The voice was another one.", until: "Noted: no.", "No photo waits.")
    #expect(try await terminal.ended() == 0)
    #expect(try await deposit.solve(response).json["review_reason"] as? String == "The voice was another one.")
    try await hosted.end(SIGTERM)
  }

  @Test("G-32: a decision made elsewhere in the meantime is reported, and the host does the rest") func lostRace()
    async throws
  {
    let hosted = try await hosted(), (deposit, number, response) = try await waiting(at: hosted)
    let (other, otherNumber, otherResponse) = try await waiting(at: hosted)
    let terminal = try await PseudoTerminal(
      TestProgram.latchstring(["provider", "review", "--data", hosted.folder.path]))
    try await terminal.wait(for: "leaves): ")
    try await terminal.type(number, until: "later): ")
    #expect(try await review(hosted, "--no", number, "--reason", "Another voice.").status == 0)
    try await terminal.type("yes", until: "No photo waits under \(number).", "1 photo waits:", "leaves): ")
    try await terminal.type(otherNumber, until: "later): ")
    try await terminal.type("yes", until: "Noted: yes.", "No photo waits.")
    #expect(try await terminal.ended() == 0)
    #expect(try await deposit.solve(response).json["review_reason"] as? String == "Another voice.")
    #expect(try await other.solve(otherResponse).body == other.share.bytes)
    try await hosted.end(SIGTERM)
  }

  @Test("G-32: under sudo the photo goes to the caller, whose identity is trusted only from root")
  func sudo() async throws {
    let hosted = try await hosted(), (_, number, _) = try await waiting(at: hosted)
    let program = TestProgram.latchstring(
      ["provider", "review", "--data", hosted.folder.path], environment: ["SUDO_UID": "65534", "SUDO_GID": "65533"])
    let terminal = try await PseudoTerminal(program)
    try await terminal.wait(for: "leaves): ")
    let shown = try await terminal.type(number, until: "later): ")
    let path = try #require(shown.firstMatch(of: /photo is in\s+(\S+)\s+until/)?.1).description
    for place in [path, (path as NSString).deletingLastPathComponent] {
      let facts = try FileManager.default.attributesOfItem(atPath: place)
      let owner = [facts[.ownerAccountID] as? Int, facts[.groupOwnerAccountID] as? Int]
      #expect(owner == (geteuid() == 0 ? [65534, 65533] : [Int(geteuid()), Int(getegid())]))
    }
    try await terminal.type("later", until: "Left as it is.", "leaves): ")
    #expect(!FileManager.default.fileExists(atPath: path))
    terminal.type("\r")
    #expect(try await terminal.ended() == 0)
    try await hosted.end(SIGTERM)

    let caller = SudoCaller(["SUDO_UID": "1000", "SUDO_GID": "100"], isRoot: true)
    #expect(caller?.user == 1000 && caller?.group == 100)
    #expect(SudoCaller(["SUDO_UID": "1000", "SUDO_GID": "100"], isRoot: false) == nil)
    for (user, group) in [
      (nil, "1"), ("1", nil), ("", "1"), ("+1", "1"), ("-1", "1"), ("1", "x"), ("4294967295", "1"), ("4294967296", "1"),
    ] {
      #expect(
        SudoCaller(["SUDO_UID": user, "SUDO_GID": group].compactMapValues { $0 }, isRoot: true) == nil,
        "\(user ?? "") \(group ?? "")")
    }
  }

  @Test("G-32: without a valid database or interactive terminal, it reports so and creates nothing")
  func refusals() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "latchstring-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    func review(_ arguments: String...) async throws -> TestProgram.Outcome {
      try await TestProgram.latchstring(["provider", "review", "--data", folder.path] + arguments).run()
    }
    let absent = try await review("--list")
    #expect(
      absent.status == 1 && absent.errors.contains("There is no provider's database at \(folder.path)/provider.sqlite.")
    )
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
    #expect(try await review().errors.contains("Nobody can be asked here."))
    for wrong in [["--list", "--yes", "123-456"], ["--show", "123-456"], ["--no", "123-456"], ["--reason", "x"]] {
      let refused = try await TestProgram.latchstring(["provider", "review", "--data", folder.path] + wrong).run()
      #expect(refused.status == 64 && refused.output.isEmpty, "\(wrong)")
    }
    try Data("no database".utf8).write(to: folder.appending(path: "provider.sqlite"))
    let damaged = try await review("--list")
    #expect(damaged.status == 1 && damaged.errors.contains("The database cannot be opened"))
  }

  @Test("G-32: a database that stays locked is reported as locked, and nothing is decided") func locked()
    async throws
  {
    let hosted = try await hosted(), (deposit, number, response) = try await waiting(at: hosted)
    let store = try SQLiteProviderStore(path: hosted.folder.appending(path: "provider.sqlite").path)
    let (held, holds) = AsyncStream<Void>.makeStream(), end = DispatchSemaphore(value: 0)
    async let holding: Void = store.write { records in
      try records.setInstallationValue("held", [1])
      holds.yield()
      end.wait()
    }
    for await _ in held { break }
    let refused = try await review(hosted, "--yes", number)
    end.signal()
    try await holding
    #expect(refused.status == 1 && refused.errors.contains("The database cannot be opened"))
    #expect(try await deposit.solve(response).refusal == Refused(403, 8231))
    try await hosted.end(SIGTERM)
  }
}
