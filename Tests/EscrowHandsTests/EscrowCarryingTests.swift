import Encoding
import Escrow
import Foundation
import HandsProtocol
import TestProvider
import Testing
import Vocabulary

@testable import EscrowHands

/// Unfinished work carried to another computer as a GNU Anastasis state, and such states from other programs.
@Suite struct EscrowCarryingTests {
  private let origin = EscrowPerson.origin

  private func carry(_ errand: EscrowErrand, from person: EscrowPerson, to other: EscrowPerson) async throws {
    #expect(try await person.operations.unfinished(at: origin) == [errand])
    let state = try #require(try await person.operations.state(of: errand, at: origin))
    #expect(try await other.operations.take(state, at: origin, replacing: true) == errand)
  }

  /// Everything typed and generated is kept, and nothing is uploaded twice.
  @Test("C-53: a set-up carried elsewhere, before or after its upload, continues unchanged")
  func setUp() async throws {
    try await withProvider { provider in
      try await withPerson([.init(url: provider.url)]) { person in
        let other = person.elsewhere, plan = EscrowPerson.plan(provider.url, years: 2)
        await person.prepare()
        try await carry(.setUp, from: person, to: other)
        let begun = await person.ask(.resume(.backup)), there = await other.ask(.resume(.backup))
        // Such a state cannot hold how to reach the host, so the provider is asked again.
        #expect(there.reply == begun.reply.withoutMeetings && there.texts == begun.texts && there.texts.count == 2)
        let secret = try #require(await person.ask(.upload(plan)).secret)
        try await carry(.setUp, from: person, to: other)
        guard case .resumed(.backup("ch", _, _, plan, _)) = await other.ask(.resume(.backup)).reply else {
          Issue.record("The plan is another one.")
          return
        }
        let uploaded = await other.ask(.upload(plan))
        #expect(uploaded.reply == .uploaded(isPractice: false) && uploaded.secret?.matches(secret) == true)
        #expect(await other.ask(.finish).reply == .finished)
        guard case .status(let standings, _) = await other.ask(.status).reply else {
          Issue.record("No status.")
          return
        }
        #expect(standings.map(\.version) == [1] && standings.allSatisfy(\.isCurrent))
      }
    }
  }

  /// It is carried before its document is open and between two checks, and the passed check still counts.
  @Test("C-53: a recovery can be carried elsewhere before opening and between checks")
  func recovery() async throws {
    try await withProvider { provider in
      try await withPerson([.init(url: provider.url)]) { person in
        let other = person.elsewhere
        await person.prepare()
        let secret = try #require(await person.ask(.upload(EscrowPerson.plan(provider.url))).secret)
        _ = await person.ask(.finish)
        _ = await person.identify(.recovery)
        try await carry(.recovery, from: person, to: other)
        guard case .documents(let documents, _, _) = await other.ask(.discover([])).reply,
          let place = documents.first?.places.first
        else {
          Issue.record("The providers were not carried.")
          return
        }
        _ = await person.ask(.discover([]))
        _ = await person.ask(.openDocument(url: place.url, version: place.version))
        _ = await person.ask(.answer(challenge: 0, "answer"), ["answer": "The old walnut"])
        try await carry(.recovery, from: person, to: other)
        guard case .resumed(.recovery("ch", _, _, let puzzle)) = await other.ask(.resume(.recovery)).reply else {
          Issue.record("The recovery is not there.")
          return
        }
        #expect(puzzle?.challenges.map(\.isSolved) == [true, false] && puzzle?.provider == "Friend")
        _ = await other.ask(.begin(challenge: 1))
        #expect(
          await other.ask(.answer(challenge: 1, "code"), ["code": try #require(provider.lastCode)]).reply == .solved(1))
        let recovered = await other.ask(.recover)
        #expect(recovered.reply == .recovered && recovered.secret?.matches(secret) == true)
      }
    }
  }

  /// Such a state changes nothing.
  @Test("An unusable state is reported with the reason; unfinished work is kept until given up")
  func refused() async throws {
    try await withPerson([]) { person in
      let operations = person.operations, good = try await foreignFile(person)
      func taken(_ text: String, replacing: Bool = false) async -> ImportRefusal? {
        do throws(ImportRefusal) {
          _ = try await operations.take(Array(text.utf8), at: origin, replacing: replacing)
          return nil
        } catch { return error }
      }
      func changed(_ field: String, _ value: String) throws -> String {
        var fields = try #require(JSONSerialization.jsonObject(with: Data(good.utf8)) as? [String: Any])
        fields[field] = try JSONSerialization.jsonObject(with: Data(value.utf8), options: .fragmentsAllowed)
        return String(decoding: try JSONSerialization.data(withJSONObject: fields), as: UTF8.self)
      }
      let email = #"{"type":"email","instructions":"a","challenge":"\#(Base32Bytes(Array("m@a.example".utf8)).text)"}"#
      let way = #"{"methods":[{"authentication_method":0,"provider":"https://a.example/"}]}"#
      let wrong: [(String, ImportRefusal)] = [
        ("", .malformed), ("{}", .malformed), (String(repeating: "[", count: 100_000), .malformed),
        (#"{"reducer_type":"error","code":8410}"#, .failed), (#"{"backup_state":"CONTINENT_SELECTING"}"#, .nobody),
        (try changed("backup_state", #""BACKUP_FINISHED""#), .finished),
        (try changed("selected_country", #""xx""#), .unknownCountry),
        (try changed("identity_attributes", #"{"full_name":"A"}"#), .nobody),
        (
          try changed("authentication_methods", #"[{"type":"video","instructions":"a","challenge":"64"}]"#),
          .unknownMethod
        ),
        (try changed("authentication_methods", #"[{"type":"question"}]"#), .malformed),
        (
          try changed("policies", #"[{"methods":[{"authentication_method":7,"provider":"https://a.example/"}]}]"#),
          .inconsistent
        ),
        (try changed("policies", #"[{"methods":[{"authentication_method":0,"provider":"nowhere"}]}]"#), .malformed),
        (try changed("recovery_data", #"{"recovery_document":[]}"#), .malformed),
        (
          try changed("authentication_methods", "[\(Array(repeating: email, count: 65).joined(separator: ","))]"),
          .tooMuch
        ),
        (try changed("policies", "[\(Array(repeating: way, count: 257).joined(separator: ","))]"), .tooMuch),
        (
          try changed(
            "core_secret", #"{"mime":"application/vnd.latchstring.way","value":"64","filename":"elsewhere.example"}"#),
          .anotherSite
        ),
        (#"{"recovery_state":"CHALLENGE_SELECTING"}"#, .nobody),
        (
          #"{"recovery_state":"SECRET_SELECTING","identity_attributes":{"a":"b"},"selected_country":"xx"}"#,
          .unknownCountry
        ),
      ]
      for (text, refusal) in wrong { #expect(await taken(text) == refusal, "\(text.prefix(300))") }
      #expect(try await operations.unfinished(at: origin) == [] && person.kept.isEmpty)

      #expect(await taken(good) == nil)
      let kept = person.kept, other = try changed("secret_name", #""another""#)
      #expect(await taken(other) == .begun(.file) && person.kept == kept)
      #expect(await taken(other, replacing: true) == nil && person.kept != kept)
      #expect(try await operations.unfinished(at: origin) == [.file])
    }
  }

  /// A backup of a file, as written by a different program before it knows any ways.
  private func foreignFile(_ person: EscrowPerson) async throws -> String {
    let attributes = Dictionary(uniqueKeysWithValues: EscrowPerson.attributes.map { ($0.key.rawValue, $0.value) })
    let fields: [String: Any] = [
      "reducer_type": "backup", "backup_state": "SECRET_EDITING", "selected_country": "ch",
      "identity_attributes": attributes,
      "authentication_methods": [
        ["type": "email", "instructions": "m•a@example.org", "challenge": Base32Bytes(Array("m@a.example".utf8)).text]
      ],
      "core_secret": [
        "mime": "text/plain", "value": Base32Bytes(Array("dear diary".utf8)).text, "filename": "diary.txt",
      ],
    ]
    return String(decoding: try JSONSerialization.data(withJSONObject: fields), as: UTF8.self)
  }

  @Test("A file is backed up without an account and restored unchanged; any refuser is named")
  func file() async throws {
    try await withProvider { provider in
      try await withPerson([.init(url: provider.url)]) { person in
        let contents = Secret((0..<20_000).map { _ in UInt8.random(in: 0...255) })
        let core = CoreSecret(contents, mime: "application/octet-stream", filename: "ring.jpg"),
          operations = person.operations
        func ask(_ effect: EscrowEffect, _ typed: [FieldID: String] = [:]) async -> EscrowNews {
          await operations.perform(
            EscrowWork(effect, secrets: typed.mapValues { Secret($0.utf8) }), for: .file, from: origin)
        }
        _ = await ask(.contact(.backup, []))
        _ = await ask(
          .identify(.backup, country: "ch", fields: Array(EscrowPerson.attributes.keys)), EscrowPerson.attributes)
        _ = await ask(.addMethod(.question, fields: EscrowKind.question.fields), EscrowPerson.question)
        _ = await ask(.addMethod(.email, fields: EscrowKind.email.fields), ["email": "mirela@example.org"])
        #expect(
          await ask(.upload(EscrowPerson.plan(provider.url))).reply == .lost,
          "nobody gave a file, and no account's secret is drawn")
        await operations.hold(CoreSecret(Secret((0..<1_060_000).map { _ in UInt8.random(in: 0...255) })), at: origin)
        #expect(
          await ask(.upload(EscrowPerson.plan(provider.url))).reply == .gaps([EscrowGap(url: provider.url, .full)]))
        await operations.hold(core, at: origin)
        let uploaded = await ask(.upload(EscrowPerson.plan(provider.url)))
        #expect(uploaded.reply == .uploaded(isPractice: false) && uploaded.secret == nil)
        #expect(try await operations.unfinished(at: origin) == [.file])
        #expect(await ask(.finish).reply == .finished)
        #expect(await person.ask(.status).reply == .nothingLeft, "that is no way into an account")

        _ = await person.identify(.recovery)
        guard case .documents(let documents, _, _) = await person.ask(.discover([])).reply,
          let place = documents.first?.places.first
        else {
          Issue.record("No documents.")
          return
        }
        #expect(documents.map(\.name) == ["ring.jpg"])
        #expect(await person.ask(.openDocument(url: place.url, version: place.version)).puzzle?.name == "ring.jpg")
        _ = await person.ask(.answer(challenge: 0, "answer"), ["answer": "The old walnut"])
        _ = await person.ask(.begin(challenge: 1))
        _ = await person.ask(.answer(challenge: 1, "code"), ["code": try #require(provider.lastCode)])
        let recovered = await person.ask(.recover)
        guard case .file(let file)? = recovered.shown else {
          Issue.record("No file came back.")
          return
        }
        #expect(
          recovered.reply == .otherSecret && file.contents.matches(contents) && file.name == "ring.jpg"
            && file.mime == core.mime)
      }
    }
  }

  @Test("C-53: a file's backup carried off before upload continues elsewhere, without the file")
  func fileBeforeUpload() async throws {
    try await withProvider { provider in
      try await withPerson([.init(url: provider.url)]) { person in
        func perform(
          _ effect: EscrowEffect, _ typed: [FieldID: String] = [:], by operations: EscrowOperations
        ) async -> EscrowNews {
          await operations.perform(
            EscrowWork(effect, secrets: typed.mapValues { Secret($0.utf8) }), for: .file, from: origin)
        }
        let operations = person.operations
        await operations.hold(CoreSecret(Secret("dear diary".utf8), filename: "diary.txt"), at: origin)
        _ = await perform(.contact(.backup, []), by: operations)
        _ = await perform(
          .identify(.backup, country: "ch", fields: Array(EscrowPerson.attributes.keys)), EscrowPerson.attributes,
          by: operations)
        _ = await perform(
          .addMethod(.question, fields: EscrowKind.question.fields), EscrowPerson.question, by: operations)
        _ = await perform(
          .addMethod(.email, fields: EscrowKind.email.fields), ["email": "mirela@example.org"], by: operations)
        let other = person.elsewhere
        try await carry(.file, from: person, to: other)
        for later in [person.operations, other.operations] {
          #expect(
            await perform(.upload(EscrowPerson.plan(provider.url)), by: later).reply == .uploaded(isPractice: false))
        }
      }
    }
  }

  /// It no longer counts once another person's file replaces it.
  @Test("C-40: the account's backup still counts under the same person's file, not another's")
  func fileOverAccount() async throws {
    try await withProvider { provider in
      try await withPerson([.init(url: provider.url)]) { person in
        await person.prepare()
        _ = await person.ask(.upload(EscrowPerson.plan(provider.url)))
        _ = await person.ask(.finish)
        let operations = person.operations
        await operations.hold(CoreSecret(Secret("dear diary".utf8), filename: "diary.txt"), at: origin)
        for (effect, typed) in [
          (.contact(.backup, []), [:]),
          (.identify(.backup, country: "ch", fields: Array(EscrowPerson.attributes.keys)), EscrowPerson.attributes),
          (.addMethod(.question, fields: EscrowKind.question.fields), EscrowPerson.question),
          (.addMethod(.email, fields: EscrowKind.email.fields), ["email": "mirela@example.org"]),
          (.upload(EscrowPerson.plan(provider.url)), [:]),
          (.finish, [:]),
        ] as [(EscrowEffect, [FieldID: String])] {
          _ = await operations.perform(
            EscrowWork(effect, secrets: typed.mapValues { Secret($0.utf8) }), for: .file, from: origin)
        }
        guard case .status(let standings, _) = await person.ask(.status).reply else {
          Issue.record("No status.")
          return
        }
        #expect(standings.map(\.isCurrent) == [true] && standings.map(\.version) == [1])
      }
    }
  }

  @Test(
    "States ended by other reducers: recoveries go on to what they got back, backups are done",
    arguments: [
      "ts-recovery-finished", "c-recovery-finished", "c-recovery-secret-selecting", "ts-backup-finished",
      "ts-backup-golden", "c-backup-finished",
    ])
  func foreign(name: String) async throws {
    guard let folder = ProcessInfo.processInfo.environment["LATCHSTRING_VECTORS"] else {
      return print("LATCHSTRING_VECTORS is not set: no foreign states were read")
    }
    let state = Array(try Data(contentsOf: URL(filePath: "\(folder)/anastasis/reducer-states/\(name).json")))
    try await withPerson([]) { person in
      guard name.contains("recovery") else {
        await #expect(throws: ImportRefusal.finished) {
          try await person.operations.take(state, at: origin, replacing: false)
        }
        return
      }
      #expect(try await person.operations.take(state, at: origin, replacing: false) == .recovery)
      guard case .resumed(.recovery(_, _, _, let puzzle?)) = await person.ask(.resume(.recovery)).reply else {
        Issue.record("There is nothing to go on with.")
        return
      }
      #expect(puzzle.challenges.allSatisfy { $0.kind != nil } && !puzzle.policies.isEmpty)
      let isFinished = name.hasSuffix("finished")
      #expect(await person.ask(.recover).reply == (isFinished ? .otherSecret : .gaps([])))
      let again = try #require(try await person.operations.state(of: .recovery, at: origin))
      #expect(
        try ReducerState(again).recoveryDraft().opened?.document == ReducerState(state).recoveryDraft().opened?.document
      )
    }
  }
}

extension EscrowReply {
  fileprivate var withoutMeetings: Self {
    guard case .resumed(.backup(let country, let methods, var providers, let plan, let begun)) = self else {
      return self
    }
    for index in providers.indices { providers[index].meeting = nil }
    return .resumed(.backup(country: country, methods: methods, providers: providers, plan: plan, begun: begun))
  }
}
