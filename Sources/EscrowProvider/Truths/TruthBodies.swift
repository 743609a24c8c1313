import Encoding
import Escrow
import Foundation

/// The body of a request to upload a truth. The types below it are the other request bodies, and the responses other
/// than refusals.
struct TruthUploadBody: Decodable {
  var keyShare: Base32Bytes
  var type: MethodType
  var sealedTruth: Base32Bytes
  var mediaType: String?
  var years: Int
  enum CodingKeys: String, CodingKey {
    case keyShare = "key_share_data", type, sealedTruth = "encrypted_truth", mediaType = "truth_mime", years =
      "storage_duration_years"
  }
}

struct ChallengeBody: Decodable {
  var truthKey: Base32Bytes
  var paymentSecret: Base32Bytes?
  enum CodingKeys: String, CodingKey { case truthKey = "truth_decryption_key", paymentSecret = "payment_secret" }
}

struct SolutionBody: Decodable {
  var truthKey: Base32Bytes
  var response: Base32Bytes
  var paymentSecret: Base32Bytes?
  enum CodingKeys: String, CodingKey {
    case truthKey = "truth_decryption_key", response = "h_response", paymentSecret = "payment_secret"
  }
}

struct CodeSentAnswer: Encodable {
  var type = "TAN_SENT"
  var hint: String
  enum CodingKeys: String, CodingKey { case type = "challenge_type", hint = "tan_address_hint" }
}

struct TransferAnswer: Encodable {
  var type = "IBAN_WIRE"
  var details: TransferDetails
  enum CodingKeys: String, CodingKey { case type = "challenge_type", details = "wire_details" }
}

/// The transfer that proves that a bank account belongs to the person.
struct TransferDetails: Encodable {
  var amount: Amount
  var creditIBAN: String
  var holder: String
  var subject: String
  var code: UInt64
  var debitHint: String
  enum CodingKeys: String, CodingKey {
    case amount = "challenge_amount", creditIBAN = "credit_iban", holder = "business_name", subject =
      "wire_transfer_subject"
    case code = "answer_code", debitHint = "debit_account_hint"
  }
}

struct ReviewAnswer: Encodable {
  var type = "VIDEO_REVIEW"
  var details: ReviewDetails
  enum CodingKeys: String, CodingKey { case type = "challenge_type", details = "review_details" }
}

/// The host whom the person must meet, and the number to say there.
struct ReviewDetails: Encodable {
  var examiner: String
  var meeting: String
  var number: String
  var code: UInt64
  var keptUntil: Timestamp
  enum CodingKeys: String, CodingKey { case examiner, meeting, number, code = "answer_code", keptUntil = "kept_until" }

  init(_ review: PhotoReview, examiner: String, meeting: String) {
    self.examiner = examiner; self.meeting = meeting
    number = ReviewNumber.text(review.number)
    code = review.code
    keptUntil = .seconds(Int64(review.expiresAt.timeIntervalSince1970))
  }
}
