import Encoding
import Escrow
import Foundation
import HandsProtocol
import Model

/// The result of reading what was typed for a method: either the method, or the faults by field (C-27).
struct MethodReading {
  struct Misfits: Error { var all: [EscrowMisfit] }
  let result: Result<BackupMethod, Misfits>

  /// - Parameters:
  ///   - fields: The field names, one for each field of the kind, in the kind's order.
  ///   - clock: The generated key, if the kind has one.
  /// - Throws: `EscrowOperations.Lost` if a value was not typed or not generated.
  init(_ kind: EscrowKind, _ fields: [FieldID], _ typed: OrderSecrets, clock: Secret?, at time: Date) throws {
    let first = fields[0]
    switch kind {
    case .question:
      let question = try typed.text(first), answer = try typed.secret(fields[1])
      let empty = [(first, question), (fields[1], answer.text)].filter { $0.1.allSatisfy(\.isWhitespace) }.map {
        EscrowMisfit($0.0, .missing)
      }
      result =
        empty.isEmpty
        ? Self.taken(
          BackupMethod.question(question, answer: answer), or: question.utf8.count > answer.count ? first : fields[1],
          .tooLong)
        : .failure(Misfits(all: empty))
    case .email:
      let text = try typed.text(first)
      result = Self.taken(EmailAddress(text).map { .email($0) }, or: first, text.blankOr(.form))
    case .sms:
      let text = try typed.text(first)
      // The number must be international, because the code may be sent from a different country.
      let number = PhoneNumber(text).flatMap { $0.text.hasPrefix("+") ? $0 : nil }
      result = Self.taken(number.map { .sms($0) }, or: first, text.blankOr(.form))
    case .iban:
      let text = try typed.text(first)
      result = Self.taken(
        BankAccount(text).map { .iban($0) }, or: first, text.blankOr(text.looksLikeIBAN ? .checkDigit : .form))
    case .post:
      let address = PostalAddress(
        fullName: try typed.text(first), street: try typed.text(fields[1]), city: try typed.text(fields[3]),
        postcode: try typed.text(fields[2]),
        country: try typed.text(fields[4]))
      let places: [PostalAddress.Line: FieldID] = [
        .fullName: first, .street: fields[1], .postcode: fields[2], .city: fields[3], .country: fields[4],
      ]
      let misfits = address.faults.compactMap { line in
        places[line].map { EscrowMisfit($0, address[line].blankOr(address[line].utf8.count > 100 ? .tooLong : .form)) }
      }
      result = misfits.isEmpty ? Self.taken(.post(address), or: first, .form) : .failure(Misfits(all: misfits))
    case .video:
      let text = try typed.text(first)
      result =
        switch Self.photo(text) {
        case .success(let photo): .success(.video(photo, instructions: "Your photo"))
        case .failure(let fault):
          .failure(Misfits(all: [EscrowMisfit(first, fault == .tooLarge ? .tooLong : text.blankOr(.form))]))
        }
    case .totp:
      guard let clock else { throw EscrowOperations.Lost() }
      let text = try typed.text(fields[1]), seconds = UInt64(max(0, time.timeIntervalSince1970))
      let code = AnswerCode(text)?.value,
        isRight = code.map { TimeBasedCode.codes(key: clock, at: seconds).contains($0) } ?? false
      result = Self.taken(
        isRight ? .totp(key: clock, instructions: Product.name) : nil, or: fields[1], text.blankOr(.wrong))
    }
  }

  /// Decodes the chosen photo from base64 and removes the metadata that reveals where it was taken.
  private static func photo(_ text: String) -> Result<Photo, Photo.Fault> {
    guard let bytes = Data(base64Encoded: text) else { return .failure(.notPicture) }
    do throws(Photo.Fault) {
      guard let photo = try Photo(Array(bytes)).bare else { return .failure(.notPicture) }
      return .success(photo)
    } catch { return .failure(error) }
  }

  private static func taken(_ method: BackupMethod?, or field: FieldID, _ fault: EscrowMisfit.Fault) -> Result<
    BackupMethod, Misfits
  > {
    method.map { .success($0) } ?? .failure(Misfits(all: [EscrowMisfit(field, fault)]))
  }
}

extension String {
  fileprivate func blankOr(_ fault: EscrowMisfit.Fault) -> EscrowMisfit.Fault {
    allSatisfy(\.isWhitespace) ? .missing : fault
  }
  /// `true` if only the check digits can be wrong.
  fileprivate var looksLikeIBAN: Bool {
    filter { !$0.isWhitespace }.wholeMatch(of: /[A-Za-z]{2}[0-9]{2}[0-9A-Za-z]{11,30}/) != nil
  }
}

/// A key for an authenticator app, in the forms that such programs accept.
struct ClockKey {
  /// The key, 32 bytes.
  let key: Secret

  /// The key in base32 (RFC 4648) without padding, for a person to type.
  var text: Secret { Secret(key.withBytes { Array(Base32.encode(Array($0)).utf8) }) }

  /// The key as `otpauth://totp/…`, which programs read from a QR code.
  var uri: Secret {
    let name = Product.name, label = "\(name):account%20recovery"
    let fields = "issuer=\(name)&algorithm=SHA1&digits=\(TimeBasedCode.digits)&period=\(TimeBasedCode.step)"
    return Secret(joining: [Secret("otpauth://totp/\(label)?\(fields)&secret=".utf8), text])
  }
}
