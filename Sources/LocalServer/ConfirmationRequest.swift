import CardHands
import Encoding
import Escrow
import HandsProtocol
import HandsTools
import Sentences

/// A request to these hands by a page that is not this computer's own, which the person at the hands can allow.
public struct ConfirmationRequest: Hashable, Sendable {
  public var origin: String
  /// The account as the page names it, 16 bytes in base64url; `nil` if the page names no account.
  public var account: String?
  /// The card that would be used; `nil` if no card is open for this page.
  public var card: NamedCard?
  /// The action, phrased as the end of "The page … wants to".
  public var purpose: Sentence
  /// The content to be signed or used, if a page can choose it.
  public var content: Sentence?
  /// The whole request in plain words, on one line.
  public var sentence: Sentence {
    let request: Sentence =
      if let account {
        "The page \(origin) wants to \(purpose) for the account \(account)."
      } else {
        "The page \(origin) wants to \(purpose)."
      }
    return [card?.words, content].compactMap { $0 }.reduce(request) { "\($0) \($1)" }
  }

  init(origin: String, purpose: Sentence, content: Sentence?) {
    self.origin = origin; self.purpose = purpose; self.content = content
  }

  /// - Returns: `nil` for work that signs, exports, resets or changes nothing.
  init?(_ work: CardWork, origin: String) {
    guard let purpose = work.effect.purposeToConfirm else { return nil }
    self.origin = origin; self.purpose = purpose
    // Of the text written by a page, only the characters of base64url reach a terminal.
    account = work.claim.map {
      $0.account.filter { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }
    }
    if account?.isEmpty == true { account = nil }
    content = work.contentToConfirm
  }
}

extension NamedCard {
  fileprivate var words: Sentence {
    guard let instance else { return "The card: a blank one." }
    let number = instance.prefix(8)
    guard !name.isEmpty else { return "The card: number \(number)." }
    return "The card: “\(TerminalLine.plain(name, most: 20))”, number \(number)."
  }
}

extension CardWork {
  fileprivate var contentToConfirm: Sentence? {
    func typed(_ field: FieldID) -> String { secrets[field]?.withBytes { String(decoding: $0, as: UTF8.self) } ?? "" }
    return switch effect {
    case .signMessage(let field, _): "The message: “\(TerminalLine.plain(typed(field), most: 300))”"
    case .signHash(let field, _): "The hash: \(TerminalLine.plain(typed(field), most: 66))"
    case .signFile(let field, _): "The file's SHA-256: \(TerminalLine.plain(typed(field), most: 66))"
    default: nil
    }
  }
}

extension CardEffect {
  fileprivate var purposeToConfirm: Sentence? {
    switch self {
    case .look, .watch, .rehearse, .meet, .pair, .pairWith, .pairForNow, .readTries, .verifyPIN, .askWords, .checkWords,
      .checkPhrase,
      .identifyPhrase, .identify, .identifyMaker:
      nil
    case .freeSlots: "take the pairings of all other computers off your card"
    case .unpair: "take this computer's pairing off your card"
    case .name: "write another name on your card"
    case .unblockPIN: "set a new PIN with the PUK"
    case .initialize: "set up your card with a new PIN"
    case .showSecrets: "see the card's new PUK and pairing password"
    case .factoryReset: "erase everything on your card"
    case .drawAccounts: "have new phrases drawn and see their addresses"
    case .showPhrase: "see the recovery phrase of a new account"
    case .loadPhrase: "put the keys of a phrase on your card"
    case .sign(.login): "sign in with your card"
    case .sign(.register): "make an account with your card"
    case .sign(.enroll): "add your card to an account"
    case .sign(.change): "change an account with your card"
    case .unlock: "take from your card what opens your journal"
    case .signMessage(_, let path): "sign a message with the key \(path.printable)"
    case .signHash(_, let path): "sign a hash with the key \(path.printable)"
    case .signFile(_, let path): "sign a file's hash with the key \(path.printable)"
    case .change(.pin, _): "change the PIN of your card"
    case .change(.puk, _): "change the PUK of your card"
    case .change(.pairing, _): "change the pairing password of your card"
    }
  }
}
extension String {
  /// The path, reduced to the characters used in paths.
  fileprivate var printable: String {
    String(filter { $0.isASCII && ($0.isNumber || $0 == "m" || $0 == "/" || $0 == "'") }.prefix(60))
  }
}

extension ConfirmationRequest {
  /// - Returns: `nil` for work that derives nothing from the person's identity, and hands out or recovers nothing.
  init?(_ work: EscrowWork, origin: String) {
    guard let purpose = work.effect.purposeToConfirm else { return nil }
    self.init(origin: origin, purpose: purpose, content: work.effect.contentToConfirm)
  }
}

extension EscrowEffect {
  fileprivate var purposeToConfirm: Sentence? {
    switch self {
    case .drill(let step): step.purposeToConfirm
    case .identify: "compute who you are to recovery providers"
    case .upload: "give recovery providers their parts of a new way into an account"
    case .recover: "get back the way into an account that your recovery providers hold parts of"
    case .resume, .discard, .showIdentity, .contact, .drawClock, .addMethod, .removeMethod, .checkPayments, .tryMethod,
      .answerMethod, .finish, .discover, .openDocument, .begin, .answer, .poll, .status, .picture:
      nil
    }
  }

  /// The choices of the page that are known here: a country in the list, and the hosts of valid addresses.
  fileprivate var contentToConfirm: Sentence? {
    switch self {
    case .drill(let step): step.contentToConfirm
    case .identify(_, let country, _):
      if let country = Country.of(code: country) { "The country: \(country.name)." } else { nil }
    case .upload(let plan):
      if plan.hosts.isEmpty {
        "The providers: none."
      } else {
        "The providers: \(TerminalLine.plain(plan.hosts.joined(separator: ", "), most: 300))."
      }
    default: nil
    }
  }
}

extension EscrowPlan {
  /// The hosts without duplicates, in the order of the plan.
  fileprivate var hosts: [String] {
    policies.flatMap(\.parts).reduce(into: []) { hosts, part in
      let host = ProviderAddress(part.url)?.host ?? "an address that is none"
      if !hosts.contains(host) { hosts.append(host) }
    }
  }
}
