import AsyncHTTPClient
import Encoding
import Escrow
import EscrowProvider
import Foundation
import HandsProtocol
import Model
import Store
import Synchronization
import TestProvider
import Testing
import Vocabulary

@testable import LocalServer

/// Account recovery from the first order to the last, with a real provider. The hands are killed after every order.
@Suite struct EscrowOperationsTests {
  @Test("C-53: at each order a set-up is restored from only its file; wrong answers lose nothing")
  func wholeWay() async throws {
    try await withProvider { provider in
      try await withPerson([.init(url: provider.url)]) { person in
        await person.prepare()
        guard
          case .resumed(.backup("ch", let methods, let providers, nil, nil)) = await person.ask(.resume(.backup)).reply
        else {
          Issue.record("What was begun is not there any more.")
          return
        }
        #expect(methods == [EscrowMethodFacts(0, .question), EscrowMethodFacts(1, .email)])
        #expect(
          providers.map(\.name) == ["Friend"] && providers[0].trouble == nil
            && providers[0].offers.count == EscrowKind.allCases.count)
        let uploaded = await person.ask(.upload(EscrowPerson.plan(provider.url)))
        #expect(uploaded.reply == .uploaded(isPractice: false))
        let secret = try #require(uploaded.secret)
        #expect(secret.count == 32)
        let again = await person.ask(.upload(EscrowPerson.plan(provider.url)))
        #expect(
          again.reply == .uploaded(isPractice: false) && again.secret?.matches(secret) == true, "once more is the same")
        #expect(await person.ask(.finish).reply == .finished)
        #expect(await person.ask(.finish).reply == .finished, "an answer that was lost is given once more")
        #expect(await person.ask(.resume(.backup)).reply == .nothingLeft)

        guard case .identified = await person.identify(.recovery).reply else {
          Issue.record("The same attributes do not fit any more.")
          return
        }
        guard case .documents(let documents, let gaps, _) = await person.ask(.discover([])).reply else {
          Issue.record("No documents.")
          return
        }
        #expect(documents.map(\.name) == ["Latchstring at latchstring.localhost"] && gaps.isEmpty)
        let place = try #require(documents.first?.places.first)
        let opened = await person.ask(.openDocument(url: place.url, version: place.version))
        #expect(opened.puzzle?.policies == [[0, 1]] && opened.puzzle?.challenges.map(\.kind) == [.question, .email])
        #expect(
          opened.texts["challenge-0"] == EscrowPerson.question["question"]
            && opened.texts["challenge-1"] == "m•a@example.org")

        #expect(await person.ask(.begin(challenge: 0)).reply == .ready)
        #expect(await person.ask(.answer(challenge: 0, "answer"), ["answer": "The old oak"]).reply == .wrong)
        #expect(await person.ask(.answer(challenge: 0, "answer"), ["answer": "The old walnut"]).reply == .solved(0))
        #expect(await person.ask(.recover).reply == .gaps([]), "one share is not enough, and nobody lied")
        let sent = await person.ask(.begin(challenge: 1))
        #expect(sent.reply == .sent && sent.texts["sent-to-1"] != nil)
        #expect(await person.ask(.answer(challenge: 1, "code"), ["code": "no code"]).reply == .wrong)
        #expect(await person.ask(.answer(challenge: 1, "code"), ["code": "A-1"]).reply == .wrong)
        guard case .resumed(.recovery("ch", _, _, let puzzle)) = await person.ask(.resume(.recovery)).reply else {
          Issue.record("The recovery is not there any more.")
          return
        }
        #expect(puzzle?.challenges.map(\.isSolved) == [true, false])
        #expect(
          await person.ask(.answer(challenge: 1, "code"), ["code": try #require(provider.lastCode)]).reply == .solved(1)
        )
        let recovered = await person.ask(.recover)
        #expect(recovered.reply == .recovered && recovered.secret?.matches(secret) == true)
        #expect(await person.ask(.discard(.recovery)).reply == .discarded)
        #expect(await person.ask(.resume(.recovery)).reply == .nothingLeft)
      }
    }
  }

  /// It stores nothing about the person's identity, and nothing that opens anything.
  @Test("C-40: a finished set-up stores providers, version and expiry, and no secrets")
  func finished() async throws {
    try await withProvider { provider in
      try await withPerson([.init(url: provider.url)]) { person in
        #expect(await person.ask(.status).reply == .nothingLeft)
        await person.prepare()
        #expect(await person.ask(.finish).reply == .failed, "nothing stands yet")
        let secret = try #require(await person.ask(.upload(EscrowPerson.plan(provider.url))).secret)
        let before = person.kept
        #expect(
          before.contains("The old walnut") || before.contains(Base32Bytes(Array("The old walnut".utf8)).text),
          "this test looks in the right place")
        _ = await person.ask(.finish)
        let kept = person.kept,
          typed =
            Array(EscrowPerson.attributes.values) + Array(EscrowPerson.question.values) + [
              "mirela@example.org", "8002",
            ]
        for text in typed {
          #expect(!kept.contains(text) && !kept.contains(Base32Bytes(Array(text.utf8)).text), "\(text)")
        }
        let bytes = secret.withBytes { Array($0) }
        for text in [Base32Bytes(bytes).text, Base64URL.encode(bytes), Hex.encode(bytes)] {
          #expect(!kept.contains(text))
        }
        #expect(!kept.contains("truth_key") && !kept.contains("share"))

        guard case .status(let standings, let policies) = await person.ask(.status).reply else {
          Issue.record("No status.")
          return
        }
        #expect(policies == [[EscrowPartFacts(.question, provider.url), EscrowPartFacts(.email, provider.url)]])
        #expect(
          standings.map(\.version) == [1] && standings[0].isCurrent && standings[0].paidUntil != nil
            && standings[0].name == "Friend")
      }
    }
  }

  @Test("C-40: a provider that is gone differs from one that now has a different document")
  func status() async throws {
    try await withPerson([]) { person in
      let url = try await withProvider { provider in
        _ = await person.ask(.contact(.backup, [provider.url]))
        await person.prepare()
        _ = await person.ask(.upload(EscrowPerson.plan(provider.url)))
        _ = await person.ask(.finish)
        await person.prepare()
        _ = await person.ask(.contact(.backup, [provider.url]))
        // This one is never finished: the status still describes the previous one.
        _ = await person.ask(.upload(EscrowPerson.plan(provider.url)))
        guard case .status(let standings, _) = await person.ask(.status).reply else {
          Issue.record("No status.")
          return provider.url
        }
        #expect(standings.map(\.version) == [2] && standings[0].isCurrent == false && standings[0].paidUntil == nil)
        return provider.url
      }
      guard case .status(let standings, _) = await person.ask(.status).reply else {
        Issue.record("No status.")
        return
      }
      #expect(standings.map(\.url) == [url] && standings[0].trouble == .unreachable && standings[0].version == nil)
    }
  }

  /// A free provider charges nothing.
  @Test("C-40 G-34: practice and free providers are labelled as such, even while unreachable")
  func practiceAndFree() async throws {
    for isPractice in [true, false] {
      try await withPerson([]) { person in
        try await withProvider(change: { $0.isPractice = isPractice }) { provider in
          _ = await person.ask(.contact(.backup, [provider.url]))
          await person.prepare()
          #expect(await person.ask(.upload(EscrowPerson.plan(provider.url))).reply == .uploaded(isPractice: isPractice))
          _ = await person.ask(.finish)
          let standing = await person.standing
          #expect(standing?.isPractice == isPractice && standing?.isFree == true && standing?.paidUntil != nil)
        }
        let away = await person.standing
        #expect(away?.trouble == .unreachable && away?.isPractice == isPractice && away?.isFree == true)
      }
    }
  }

  @Test("C-40: a provider without a price keeps shares for five years; then no way works")
  func freeShares() async throws {
    let year: TimeInterval = 365 * 86400
    try await withProvider { provider in
      try await withPerson([.init(url: provider.url)]) { person in
        await person.prepare()
        _ = await person.ask(.upload(EscrowPerson.plan(provider.url)))
        _ = await person.ask(.finish)
        var later = person
        later.time += year + 86400
        #expect(await later.standing?.trouble == nil)
        later.time = person.time + 5 * year
        #expect(await later.standing?.trouble == .expired)
        provider.clock.advance(year + 86400)
        _ = await person.identify(.recovery)
        _ = await person.ask(.discover([]))
        _ = await person.ask(.openDocument(url: provider.url, version: 1))
        #expect(await person.ask(.answer(challenge: 0, "answer"), ["answer": "The old walnut"]).reply == .solved(0))
      }
    }
  }

  @Test("C-40: paid shares are kept for the paid time, whatever the document's time")
  func paidShares() async throws {
    let year: TimeInterval = 365 * 86400
    try await withProvider(change: { $0.truthUploadFee = Amount("TESTKUDOS:1") ?? $0.truthUploadFee }) { provider in
      try await withPerson([.init(url: provider.url)]) { person in
        await person.prepare()
        try await person.pay(await person.ask(.upload(EscrowPerson.plan(provider.url, years: 2))).reply)
        #expect(
          await person.ask(.upload(EscrowPerson.plan(provider.url, years: 2))).reply == .uploaded(isPractice: false))
        _ = await person.ask(.finish)
        let standing = await person.standing
        #expect(standing?.paidUntil == Int(person.time.timeIntervalSince1970 + 2 * year) && standing?.trouble == nil)
        #expect(standing?.isFree == false && standing?.isPractice == false)
        var later = person
        later.time += 2 * year
        #expect(await later.standing?.trouble == .expired)
      }
    }
  }

  @Test("C-39: fees already paid stay paid when the ways are changed and when they are changed back")
  func changedPlan() async throws {
    try await withProvider(change: { $0.truthUploadFee = Amount("TESTKUDOS:1") ?? $0.truthUploadFee }) { provider in
      try await withPerson([.init(url: provider.url)]) { person in
        func plan(_ ways: [[Int]], years: Int = 1) -> EscrowPlan {
          EscrowPlan(ways.map { EscrowPolicyFacts($0.map { .init($0, provider.url) }) }, years: years)
        }
        func due(_ plan: EscrowPlan) async -> Set<String> {
          if case .due(let payments, _, _) = await person.ask(.upload(plan)).reply {
            Set(payments.map(\.uri))
          } else {
            []
          }
        }
        await person.prepare()
        _ = await person.add(.sms, ["phone": "+41 79 123 45 67"])
        let first = await due(plan([[0, 1]]))
        try await person.pay(await person.ask(.upload(plan([[0, 1]]))).reply)
        let third = await due(plan([[0, 1], [1, 2]]))
        #expect(first.count == 2 && third.count == 1 && third.isDisjoint(with: first), "only what is new")
        #expect(await due(plan([[0, 1]], years: 2)).count == 2, "more years are more to pay")
        #expect(await due(plan([[0, 1], [1, 2]])) == third, "the same is asked for, not once more")
        #expect(await person.ask(.removeMethod(2)).reply == .methodRemoved(2))
        #expect(await person.ask(.finish).reply == .failed, "without it nothing is planned")
        #expect(await person.ask(.upload(plan([[0, 1]]))).reply == .uploaded(isPractice: false))
        _ = await person.identify(.recovery)
        _ = await person.ask(.discover([]))
        _ = await person.ask(.openDocument(url: provider.url, version: 1))
        #expect(await person.ask(.answer(challenge: 0, "answer"), ["answer": "The old walnut"]).reply == .solved(0))
        #expect(await person.ask(.begin(challenge: 1)).reply == .sent)
        #expect(
          await person.ask(.answer(challenge: 1, "code"), ["code": try #require(provider.lastCode)]).reply == .solved(1)
        )
        #expect(await person.ask(.recover).reply == .recovered)
      }
    }
  }

  /// The status still names the providers that have only a part.
  @Test("C-39 C-40: a document missing at a provider is reported, even if every way works")
  func missingDocument() async throws {
    let gone = TalerMerchant(base: "http://127.0.0.1:1/", token: Secret(Array("A".utf8)))
    try await withProvider { whole in
      try await withProvider(merchant: gone, change: { $0.annualFee = Amount("TESTKUDOS:1") ?? $0.annualFee }) {
        partial in
        try await withPerson([.init(url: whole.url), .init(url: partial.url)]) { person in
          await person.prepare()
          let plan = EscrowPlan([EscrowPolicyFacts([.init(0, whole.url), .init(1, partial.url)])], years: 1)
          let gaps = [EscrowGap(url: partial.url, .refused)]
          #expect(await person.ask(.upload(plan)).reply == .uploaded(isPractice: false, gaps: gaps))
          let again = await person.ask(.upload(plan))
          #expect(again.reply == .uploaded(isPractice: false, gaps: gaps) && again.secret != nil)
          #expect(await person.ask(.finish).reply == .finished)
          guard case .status(let standings, _) = await person.ask(.status).reply else {
            Issue.record("No status.")
            return
          }
          let one = standings.first { $0.url == whole.url }, other = standings.first { $0.url == partial.url }
          #expect(standings.count == 2 && one?.isCurrent == true && one?.version == 1)
          #expect(
            other?.trouble == nil && other?.version == nil && other?.isCurrent == false && other?.paidUntil != nil)
        }
      }
    }
  }

  @Test("C-39 C-61: a provider's demand shows its price; once paid, the same upload continues")
  func payment() async throws {
    try await withProvider(change: {
      $0.annualFee = Amount("TESTKUDOS:1.5") ?? $0.annualFee
      $0.methods = $0.methods.map { $0.type == .email ? .init(.email, cost: Amount("TESTKUDOS:2") ?? $0.cost) : $0 }
    }) { provider in
      try await withPerson([.init(url: provider.url)]) { person in
        await person.prepare()
        let due = await person.ask(.upload(EscrowPerson.plan(provider.url, years: 2))).reply
        guard case .due(let payments, _, _) = due else {
          Issue.record("Nothing is due: \(due)")
          return
        }
        #expect(payments.map(\.amount) == ["TESTKUDOS:3"] && payments[0].url == provider.url)
        try await person.pay(due)
        #expect(
          await person.ask(.upload(EscrowPerson.plan(provider.url, years: 2))).reply == .uploaded(isPractice: false))
        _ = await person.ask(.finish)
        _ = await person.identify(.recovery)
        _ = await person.ask(.discover([]))
        _ = await person.ask(.openDocument(url: provider.url, version: 1))
        let challenge = await person.ask(.begin(challenge: 1)).reply
        guard case .due(let ofChallenge, _, _) = challenge else {
          Issue.record("The challenge costs nothing: \(challenge)")
          return
        }
        #expect(ofChallenge.map(\.amount) == ["TESTKUDOS:2"])
        try await person.pay(challenge)
        #expect(await person.ask(.begin(challenge: 1)).reply == .sent)
      }
    }
  }

  @Test("C-47: a transfer is described as the provider needs it, polled, and accepted on arrival")
  func transfer() async throws {
    let transfers = Mutex<[BankTransfer]>([])
    try await withProvider(transfers: { transfers.withLock { $0 } }) { provider in
      try await withPerson([.init(url: provider.url)]) { person in
        _ = await person.ask(.contact(.backup, []))
        _ = await person.identify(.backup)
        let iban = "DE89 3704 0044 0532 0130 00"
        #expect(await person.add(.iban, ["iban": iban]) == .methodAdded(EscrowMethodFacts(0, .iban)))
        let plan = EscrowPlan([EscrowPolicyFacts([.init(0, provider.url)])], years: 1)
        #expect(await person.ask(.upload(plan)).reply == .uploaded(isPractice: false))
        _ = await person.identify(.recovery)
        _ = await person.ask(.discover([provider.url]))
        _ = await person.ask(.openDocument(url: provider.url, version: 1))
        #expect(await person.ask(.poll(challenge: 0)).reply == .expired, "nothing was asked for yet")
        let ready = await person.ask(.begin(challenge: 0))
        #expect(ready.reply == .ready && ready.texts["transfer-account"] == "CH9300762011623852957")
        #expect(await person.ask(.poll(challenge: 0)).reply == .notYet)
        let subject = try #require(ready.texts["transfer-subject"]),
          amount = try #require(ready.texts["transfer-amount"]?.split(separator: " "))
        transfers.withLock {
          $0 = [
            BankTransfer(
              reference: "1", iban: iban.filter { $0 != " " }, amount: "\(amount[1]):\(amount[0])", subject: subject,
              seenAt: provider.clock.now)
          ]
        }
        #expect(await person.ask(.poll(challenge: 0)).reply == .solved(0))
        #expect(await person.ask(.recover).reply == .recovered)
      }
    }
  }

  /// The page gets the same report as long as the photo waits.
  @Test("C-26 G-32: a photo is submitted, reviewed by the host, and refused or accepted")
  func photo() async throws {
    try await withProvider { provider in
      try await withPerson([.init(url: provider.url)]) { person in
        let host = PhotoReviews(store: provider.store, now: { provider.clock.now })
        var person = person
        person.time = provider.clock.now
        guard case .providers(let providers) = await person.ask(.contact(.backup, [])).reply else {
          Issue.record("No providers.")
          return
        }
        #expect(providers.map(\.meeting) == ["Ring at the cellar door"], "told before anybody chooses a photo")
        let opened = await person.leavePhoto(with: provider.url)
        #expect(opened.puzzle?.challenges.map(\.kind) == [.video] && opened.texts["challenge-0"] == "Your photo")
        #expect(await person.ask(.poll(challenge: 0)).reply == .expired, "nothing was asked for yet")
        let ready = await person.ask(.begin(challenge: 0)), number = try #require(ready.texts["review-number"])
        #expect(
          ready.reply == .ready && ready.texts["review-meeting"] == "Ring at the cellar door"
            && ready.texts["review-examiner"] == "Friend")
        #expect(ready.texts["review-until"]?.contains(/^[0-9]+ [A-Z][a-z]+ 20[0-9]{2}$/) == true, "\(ready.texts)")
        #expect(
          await person.ask(.begin(challenge: 0)).texts["review-number"] == number,
          "the same one, for as long as it waits")
        #expect(await person.ask(.poll(challenge: 0)).reply == .notYet)
        #expect(await person.ask(.begin(challenge: 0)).texts["review-number"] == number)
        #expect(try await host.photo(try #require(ReviewNumber.read(number)))?.photo.bytes == TestPhoto.png)
        #expect(try await host.decide(try #require(ReviewNumber.read(number)), .no(reason: "It was somebody else.")))
        let turnedDown = await person.ask(.poll(challenge: 0))
        #expect(turnedDown.reply == .wrong && turnedDown.texts["review-reason"] == "It was somebody else.")
        let second = try #require(
          await person.ask(.begin(challenge: 0)).texts["review-number"].flatMap(ReviewNumber.read))
        #expect(ReviewNumber.text(second) != number)
        #expect(try await host.decide(second, .yes))
        #expect(await person.ask(.poll(challenge: 0)).reply == .solved(0))
        #expect(await person.ask(.recover).reply == .recovered)
      }
    }
  }

  @Test("G-32: an approval arrives despite temporary faults and after the photo's waiting time")
  func faultsWhileAPhotoWaits() async throws {
    let store = FaultyProviderStore(try SQLiteProviderStore())
    try await withProvider(store: store) { provider in
      try await withPerson([.init(url: provider.url)]) { person in
        let host = PhotoReviews(store: provider.store, now: { provider.clock.now })
        var person = person
        person.time = provider.clock.now
        _ = await person.leavePhoto(with: provider.url)
        let number = try #require(await person.ask(.begin(challenge: 0)).texts["review-number"])

        store.isFaulty = true
        guard case .trouble = await person.ask(.poll(challenge: 0)).reply else {
          Issue.record("The provider was to fail.")
          return
        }
        let told = await person.ask(.begin(challenge: 0))
        #expect(told.reply == .ready && told.texts["review-number"] == number)
        store.isFaulty = false
        #expect(await person.ask(.begin(challenge: 0)).texts["review-number"] == number)
        #expect(try await host.waiting().map { ReviewNumber.text($0.number) } == [number], "nobody took its place")

        provider.clock.advance(3 * 24 * 3600 - 60)
        #expect(try await host.decide(try #require(ReviewNumber.read(number)), .yes))
        provider.clock.advance(3600)
        person.time = provider.clock.now
        store.isFaulty = true
        #expect(await person.ask(.begin(challenge: 0)).texts["review-number"] == number)
        store.isFaulty = false
        #expect(await person.ask(.begin(challenge: 0)).reply == .solved(0))
        #expect(await person.ask(.recover).reply == .recovered)
      }
    }
  }

  @Test("G-32: a photo lost by its provider is submitted to the host again") func forgottenPhoto() async throws {
    try await withProvider { provider in
      try await withPerson([.init(url: provider.url)]) { person in
        var person = person
        person.time = provider.clock.now
        _ = await person.leavePhoto(with: provider.url)
        let number = try #require(
          await person.ask(.begin(challenge: 0)).texts["review-number"].flatMap(ReviewNumber.read))
        try await provider.store.write { try $0.deleteReview(number) }
        let second = try #require(
          await person.ask(.begin(challenge: 0)).texts["review-number"].flatMap(ReviewNumber.read))
        #expect(second != number)
        #expect(
          try await PhotoReviews(store: provider.store, now: { provider.clock.now }).waiting().map(\.number) == [second]
        )
      }
    }
  }

  @Test(
    "G-34: practice providers' holdings are called practice, whatever the providers claim", arguments: [true, false])
  func practice(saysSo: Bool) async throws {
    try await withProvider(change: { $0.isPractice = saysSo }) { provider in
      try await withPerson([.init(url: provider.url, isPractice: !saysSo)]) { person in
        await person.prepare()
        guard case .providers(let providers) = await person.ask(.contact(.backup, [])).reply else {
          Issue.record("No providers.")
          return
        }
        #expect(providers.map(\.isPractice) == [true])
        #expect(await person.ask(.upload(EscrowPerson.plan(provider.url))).reply == .uploaded(isPractice: true))
      }
    }
  }

  @Test("a secret that belongs to no account is shown in its owner's terminal, and on no page")
  func otherSecret() async throws {
    try await withProvider { provider in
      try await withPerson([.init(url: provider.url)]) { person in
        await person.prepare()
        let client = ProviderClient(http: person.http), address = try #require(ProviderAddress(provider.url))
        let used = try #require(Country.of(code: "ch")).normalized(
          IdentityAttributes(
            Dictionary(EscrowPerson.attributes.map { ($0.key.rawValue, $0.value) }) { first, _ in first }))
        let method = try #require(BackupMethod.question("Which?", answer: Secret("This".utf8)))
        let order = BackupOrder(
          attributes: used.values, methods: [method], policies: [[PolicyPart(method: 0, provider: address)]],
          providers: [address: try await client.configuration(of: address)],
          secret: CoreSecret(Secret("dear diary".utf8), mime: "text/plain", filename: "diary.txt"), secretName: "Diary",
          years: 1)
        #expect(await BackupClient(client).upload(try await BackupDraft(planning: order)).outcome.isComplete)
        _ = await person.identify(.recovery)
        _ = await person.ask(.discover([]))
        _ = await person.ask(.openDocument(url: provider.url, version: 1))
        #expect(await person.ask(.answer(challenge: 0, "a"), ["a": "This"]).reply == .solved(0))
        let news = await person.ask(.recover)
        guard case .otherSecret = news.reply, case .file(let file)? = news.shown else {
          Issue.record("It was taken for \(news.reply).")
          return
        }
        #expect(
          file.name == "diary.txt" && file.mime == "text/plain" && file.contents.matches(Secret("dear diary".utf8)))
        #expect(EscrowAnswer(news).shown.map { _ in "shown" } == nil)
      }
    }
  }
}
