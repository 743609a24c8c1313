import Escrow
import Foundation
import HandsProtocol
import Sentences

/// The notes of an unfinished recovery.
struct RecoveryNotes: EscrowNotes {
  static let name = "recovery"
  var identity: NotedIdentity?
  var known: KnownProviders
  /// The draft of the recovery: where documents were looked for, which documents were found and opened, and which
  /// challenges were solved.
  var draft: RecoveryDraft?
  /// The destination of each code, as hinted at by its provider, keyed by the challenge's number.
  var sentTo: [Int: String] = [:]

  init(known: KnownProviders) { self.known = known }

  /// The limits on what is reported about the documents, because the report goes to the page's server in one small
  /// request. A provider can list one document under many numbers, and name it arbitrarily.
  private static let mostDocuments = 20, longestName = 100

  /// The documents, each with the newest version at each provider.
  var documents: [EscrowDocumentFacts] {
    draft?.found.prefix(Self.mostDocuments).map { document in
      var seen: Set<ProviderAddress> = []
      let places = document.copies.filter { seen.insert($0.provider).inserted }
      return EscrowDocumentFacts(
        name: document.secretName.map { String($0.filter { !$0.isNewline }.prefix(Self.longestName)) },
        places: places.map { .init(url: $0.provider.text, version: $0.version) },
        uploadedAt: document.uploadTime.flatMap { if case .seconds(let seconds) = $0 { Int(seconds) } else { nil } })
    } ?? []
  }

  /// The puzzle of the opened document. Challenges are numbered in the order of the document. If there are more
  /// challenges than may be reported to a page, only the first ones are included.
  var puzzle: EscrowPuzzle? {
    guard let draft, let opened = draft.opened else { return nil }
    /// Returns the name of a provider, or its host if the provider has not answered yet.
    func name(_ address: ProviderAddress) -> String {
      let name = draft.configurations[address]?.shownName ?? known.name(of: address)
      return name.isEmpty ? address.host : name
    }
    let numbers = Dictionary(opened.challenges.enumerated().map { ($1.id, $0) }) { first, _ in first }
    return EscrowPuzzle(
      url: opened.provider.text, provider: name(opened.provider), version: opened.version,
      name: opened.document.secretName.map { String($0.filter { !$0.isNewline }.prefix(200)) },
      challenges: opened.challenges.enumerated().map { number, challenge in
        EscrowPuzzle.Challenge(
          number, EscrowKind(rawValue: challenge.type.rawValue), url: challenge.provider?.text ?? "",
          provider: challenge.provider.map(name) ?? "", cost: challenge.cost?.text, isSolved: challenge.isSolved)
      },
      policies: opened.document.policies.map { $0.truthIDs.compactMap { numbers[$0] } }
    ).cut
  }

  /// The texts of the challenges: what each challenge asks, where its code was sent, and the transfer it waits for.
  var texts: [FieldID: String] {
    guard let opened = draft?.opened else { return [:] }
    var texts: [FieldID: String] = [:]
    for (number, challenge) in opened.challenges.enumerated() {
      texts[EscrowText.challenge(number)] = challenge.instructions
      if let hint = sentTo[number] {
        // For a phone number, providers reveal only the last digits.
        let isEnd = challenge.type == .sms && hint.allSatisfy(\.isNumber)
        // For an e-mail address, providers reveal the part before the @. The hint recorded at set-up is more
        // informative.
        let isStart = challenge.type == .email && !hint.contains("@") && challenge.instructions.contains("@")
        let end: Sentence = "A number that ends in \(hint)"
        texts[EscrowText.sentTo(number)] = isEnd ? end.said : isStart ? challenge.instructions : hint
      }
    }
    return texts
  }

  func challenge(_ number: Int) -> RecoveryChallenge? {
    guard let challenges = draft?.opened?.challenges, challenges.indices.contains(number) else { return nil }
    return challenges[number]
  }
}

extension WireInstructions {
  var texts: [FieldID: String] {
    [
      EscrowText.transferAmount: "\(amount.number) \(amount.currency)", EscrowText.transferAccount: creditIBAN,
      EscrowText.transferName: businessName,
      EscrowText.transferSubject: subject,
    ]
  }
}

extension ReviewInstructions {
  var texts: [FieldID: String] {
    // A provider can claim any time, so the date is limited to the year 9999. Later dates are meaningless to a person.
    let day = until.map { Date(timeIntervalSince1970: Double(min(max($0, 0), 253_402_300_799))).formatted(Self.day) }
    let noEnd: Sentence = "No end is set"
    return [
      EscrowText.reviewExaminer: examiner, EscrowText.reviewMeeting: meeting, EscrowText.reviewNumber: number,
      EscrowText.reviewUntil: day ?? noEnd.said,
    ]
  }
  private static var day: Date.FormatStyle {
    let language = Catalogue.current.language
    return Date.FormatStyle(
      date: .long, time: .omitted, locale: Locale(identifier: language == "en" ? "en_GB" : language),
      calendar: Calendar(identifier: .gregorian), timeZone: .gmt)
  }
}

extension RecoveryNotes {
  /// Returns the notes as a state that the programs of GNU Anastasis can read.
  ///
  /// - Returns: `nil` if the person is not identified yet.
  /// - Throws: `EscrowError` if the state cannot be encoded.
  func state() throws(EscrowError) -> ReducerState? {
    guard let identity else { return nil }
    var begun = try RecoveryDraft(variants: [identity.typed], providers: known.addresses)
    if let draft, draft.opened != nil { begun = draft }
    var state = try ReducerState(begun)
    state.add(Country.of(code: identity.country), known.addresses, known.configurations)
    return state
  }

  /// Reads a state. If a document is open, the recovery continues whatever country the person lives in. Otherwise, the
  /// providers are asked with every possible spelling of the person's attributes.
  init(_ state: ReducerState) throws(ImportRefusal) {
    let draft: RecoveryDraft
    do throws(EscrowError) { draft = try state.recoveryDraft() } catch {
      throw error.code == .invalid ? .nobody : .inconsistent
    }
    guard
      let country = state.country?.code ?? (draft.opened == nil ? nil : state.fields["selected_country"]?.text ?? "")
    else {
      throw .unknownCountry
    }
    self.init(known: KnownProviders(state))
    identity = NotedIdentity(country: country, typed: state.identityAttributes)
    self.draft = draft.opened == nil ? nil : draft
  }
}
