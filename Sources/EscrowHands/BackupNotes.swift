import Escrow
import Foundation
import HandsProtocol

/// A set-up that was begun.
struct BackupNotes: EscrowNotes {
  static let name = "backup"
  var identity: NotedIdentity?
  var known: KnownProviders
  var methods: [NotedMethod] = []
  /// The next method's.
  var nextNumber = 0
  /// Of a program that makes codes by the clock, drawn and not proved to be in one yet. 32 bytes.
  var clock: FiledSecret?
  /// What the providers get shares of, 32 bytes; drawn with the first upload.
  var secret: FiledSecret?
  /// Or this, in the backup of a file.
  var file: NotedFile?
  var plan: EscrowPlan?
  /// Where another computer brought the document: sealed there, in bytes that this one does not have.
  var brought: Set<ProviderAddress>?
  /// Made of `plan`, or of one that was there before it.
  var draft: BackupDraft?

  init(known: KnownProviders) { self.known = known }

  /// The file that was given for this conversation takes the place of another one; where none was given, what was noted stays.
  mutating func take(_ held: CoreSecret?) {
    if let held { file = NotedFile(held, named: held.filename) }
  }

  var texts: [FieldID: String] { Dictionary(methods.map { (EscrowText.method($0.facts.number), $0.text) }) { first, _ in first } }
}

extension BackupBill {
  /// What went to each provider, and what each waits for.
  var begun: EscrowBegun { EscrowBegun(paid: Self.sums(arrived), due: Self.sums(due)) }

  /// By provider and currency. Where no price can be told the amount is empty, as in a payment: that something arrived is not lost with it.
  private static func sums(_ items: [Item]) -> [EscrowBegun.Sum] {
    Dictionary(grouping: items) { [$0.provider.text, $0.amount?.currency ?? ""] }.map { key, items in
      let amounts = items.compactMap(\.amount), sum = amounts.dropFirst().reduce(amounts.first) { $0?.adding($1) }
      return EscrowBegun.Sum(url: key[0], amount: sum?.text ?? "")
    }
    .sorted { ($0.url, $0.amount) < ($1.url, $1.amount) }
  }
}

/// A method of a set-up, by its number, which stays.
struct NotedMethod: Codable, Hashable, Sendable {
  var facts: EscrowMethodFacts
  var method: BackupMethod

  /// What it asks, or where it leads, for who set it up.
  var text: String {
    switch facts.kind {
    case .question: method.instructions
    case .email, .sms, .iban: method.challenge.secret.text
    case .totp, .video: method.instructions
    case .post:
      address.map { "\($0.fullName), \($0.street), \($0.postcode) \($0.city), \($0.country)" } ?? method.instructions
    }
  }
  private var address: PostalAddress? { method.challenge.secret.withBytes { try? JSONDecoder().decode(PostalAddress.self, from: Data($0)) } }
}
