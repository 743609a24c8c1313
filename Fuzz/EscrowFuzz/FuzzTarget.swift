import CZlib
import Encoding
import Escrow
import Foundation

/// The foreign input of a backup or a recovery: providers' answers, documents that they kept, states of other programs,
/// and files that may be damaged. The first byte of an input chooses one.
enum FuzzTarget: UInt8, CaseIterable {
  case packed, document, metaData, configuration, answer, payment, state, backupState, backupDraft, recoveryDraft,
    method, text

  private static let user = UserIdentifier(secret: Secret([UInt8](repeating: 7, count: 64)))

  /// Reads the input. It may be refused; it may not cause a trap or a hang, or change when it is written and read
  /// again.
  func run(_ bytes: [UInt8]) {
    switch self {
    case .packed: Self.open(bytes)
    case .document: if let packed = Self.pack(bytes) { Self.open(packed) }
    case .metaData:
      guard
        let data = try? DocumentMetaData(
          opening: Sealing.seal(bytes, under: Self.user.secret, for: .metaData), for: Self.user)
      else { return }
      precondition(
        (try? DocumentMetaData(opening: data.sealed(for: Self.user), for: Self.user)) == data,
        "metadata that is read in two ways")
    case .configuration: Self.configuration(bytes)
    case .answer: Self.answer(bytes)
    case .payment:
      guard let request = PaymentRequest(String(decoding: bytes, as: UTF8.self)) else { return }
      _ = (request.identifier, request.merchant)
      precondition(Self.again(request) == request, "a payment that is read in two ways")
    case .state: if let state = try? ReducerState(bytes) { Self.look(at: state) }
    case .backupState:
      if let state = try? ReducerState(bytes) { Blocking.wait { Self.look(at: try? await state.backupDraft()) } }
    case .backupDraft: Self.look(at: try? JSONDecoder().decode(BackupDraft.self, from: Data(bytes)))
    case .recoveryDraft: Self.look(at: try? JSONDecoder().decode(RecoveryDraft.self, from: Data(bytes)))
    case .method: Self.method(bytes)
    case .text: Self.text(String(decoding: bytes, as: UTF8.self))
    }
  }

  /// The value after a round trip through JSON.
  private static func again<Value: Codable>(_ value: Value) -> Value? {
    try? JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value))
  }

  private static func pack(_ text: [UInt8]) -> [UInt8]? {
    var stream = [UInt8](repeating: 0, count: Int(compressBound(uLong(text.count)))), count = uLongf(stream.count)
    guard compress(&stream, &count, text, uLong(text.count)) == Z_OK else { return nil }
    return withUnsafeBytes(of: UInt32(text.count).bigEndian) { Array($0) } + stream[..<Int(count)]
  }
  private static func open(_ packed: [UInt8]) {
    let sealed = Sealing.seal(packed, under: user.secret, for: .recoveryDocument)
    guard let document = try? PackedDocument(opening: sealed, for: user).document() else { return }
    precondition((try? PackedDocument(document).document()) == document, "a document that is read in two ways")
    let share = KeyShare(secret: Secret([UInt8](repeating: 1, count: DrawnBytes.keyShareCount)))
    let shares = Dictionary(document.methods.map { ($0.truthID, share) }) { first, _ in first }
    for policy in document.policies { _ = try? document.coreSecret(of: policy, with: shares) }
  }

  private static func configuration(_ bytes: [UInt8]) {
    guard let configuration = try? JSONDecoder().decode(ProviderConfiguration.self, from: Data(bytes)) else { return }
    precondition(again(configuration) == configuration, "a configuration that is read in two ways")
    for fee in [configuration.annualFee, configuration.truthUploadFee] + configuration.methods.map(\.cost) {
      _ = (fee.times(BackupOrder.years.upperBound)?.adding(configuration.liabilityLimit), fee.text)
    }
  }

  /// Two bytes choose the status; the rest is put in every inspected place of the answer.
  private static func answer(_ bytes: [UInt8]) {
    let statuses = [200, 202, 204, 304, 400, 402, 403, 404, 408, 409, 413, 417, 429, 500, 502, 504],
      text = String(decoding: bytes.dropFirst(), as: UTF8.self)
    guard let first = bytes.first else { return }
    let answer = ProviderAnswer(
      status: statuses[Int(first) % statuses.count], headers: [("Taler", text), ("Anastasis-Version", text)],
      body: Array(bytes.dropFirst()))
    _ = (
      try? answer.solved(), try? answer.challengeRefusal(), try? answer.refusal(), try? answer.paymentRequest(),
      answer.tryLimit
    )
    if let version = try? answer.version() { precondition(version > 0, "a version that cannot be") }
  }

  private static func look(at state: ReducerState) {
    if let written = try? state.written() {
      precondition((try? ReducerState(written).written()) == written, "a state that is read in two ways")
    }
    _ = (
      state.identityAttributes, state.secretName, state.expiration, state.coreSecret, state.providers, state.methods,
      state.policies
    )
    _ = (state.configurations, state.successes, try? state.backupOrder())
    look(at: try? state.recoveryDraft())
  }
  private static func look(at draft: RecoveryDraft?) {
    guard let draft else { return }
    _ = (draft.found, draft.behind, draft.recovered, draft.opened?.challenges)
    for flavor in [ReducerState.Flavor.typeScript, .c] { _ = try? ReducerState(draft, flavor: flavor).recoveryDraft() }
  }
  private static func look(at draft: BackupDraft?) {
    guard let draft else { return }
    _ = (draft.outcome, try? draft.coreSecret())
    for flavor in [ReducerState.Flavor.typeScript, .c] { _ = try? ReducerState(draft, flavor: flavor).written() }
  }

  private static func method(_ bytes: [UInt8]) {
    guard let first = bytes.first else { return }
    let method = BackupMethod(
      type: MethodType.known[Int(first) % MethodType.known.count], instructions: "what to do",
      challenge: FiledSecret(Secret(Array(bytes.dropFirst()))))
    guard let checked = method.checked else { return }
    precondition(again(checked) == checked, "a method that is read in two ways")
  }
  private static func text(_ text: String) {
    if let amount = Amount(text) { precondition(Amount(amount.text) == amount, "an amount that is read in two ways") }
    if let address = ProviderAddress(text) {
      precondition(ProviderAddress(address.text) == address, "an address that is read in two ways")
    }
    if let code = AnswerCode(text) { precondition(AnswerCode(code.text) == code, "a code that is read in two ways") }
    if let mail = EmailAddress(text) { _ = (mail.hint, EmailAddress(mail.text)) }
    if let phone = PhoneNumber(text) {
      precondition(PhoneNumber(phone.text) == phone, "a number that is read in two ways")
    }
    if let account = BankAccount(text) {
      precondition(BankAccount(account.text) == account, "an account that is read in two ways")
    }
    if let bytes = Base32Bytes(text: text) {
      precondition(Base32Bytes(text: bytes.text) == bytes, "bytes that are read in two ways")
    }
  }
}
