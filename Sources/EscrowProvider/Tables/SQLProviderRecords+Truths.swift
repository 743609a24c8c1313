import Foundation
import Model
import Store

extension SQLProviderRecords {
  func truth(_ id: [UInt8]) throws -> KeptTruth? {
    try first("SELECT * FROM truths WHERE id = $1", .bytes(id)).map { row in
      KeptTruth(
        id: try row.bytes("id"), keyShare: try row.bytes("key_share"), method: try row.text("method"),
        sealedTruth: try row.bytes("sealed_truth"), mediaType: try row.optional("media_type", SQLRow.text),
        expiresAt: try row.date("expires_at"))
    }
  }
  func insert(_ truth: KeptTruth) throws {
    let written = try changes(
      """
      INSERT INTO truths (id, key_share, method, sealed_truth, media_type, expires_at) \
      VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING
      """, .bytes(truth.id), .bytes(truth.keyShare), .text(truth.method), .bytes(truth.sealedTruth),
      .optional(truth.mediaType, SQLValue.text), .date(truth.expiresAt))
    guard written == 1 else { throw StoreError(.taken, "truth") }
  }
  func deleteTruth(_ id: [UInt8]) throws { try run("DELETE FROM truths WHERE id = $1", .bytes(id)) }
  func deleteTruths(expiringBefore time: Date, limit: Int) throws -> Int {
    try delete(from: "truths", by: "id", where: "expires_at", before: time, limit: limit)
  }

  func codes(of truth: [UInt8]) throws -> [IssuedCode] {
    try all("SELECT * FROM codes WHERE truth_id = $1 ORDER BY number DESC", .bytes(truth)).map { row in
      guard let code = UInt64(exactly: try row.integer("code")) else { throw StoreError(.unreadable, "code") }
      return IssuedCode(
        truth: try row.bytes("truth_id"), number: try row.count("number"), code: code,
        triesLeft: try row.count("tries_left"),
        createdAt: try row.date("created_at"), expiresAt: try row.date("expires_at"),
        sentAt: try row.optional("sent_at", SQLRow.date))
    }
  }
  func insert(_ code: IssuedCode) throws {
    let written = try changes(
      """
      INSERT INTO codes (truth_id, number, code, tries_left, created_at, expires_at, sent_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING
      """, .bytes(code.truth), .integer(Int64(code.number)), .integer(Int64(code.code)),
      .integer(Int64(code.triesLeft)),
      .date(code.createdAt), .date(code.expiresAt), .optional(code.sentAt, SQLValue.date))
    guard written == 1 else { throw StoreError(.taken, "code") }
  }
  func update(_ code: IssuedCode) throws {
    try run(
      "UPDATE codes SET tries_left = $3, sent_at = $4 WHERE truth_id = $1 AND number = $2", .bytes(code.truth),
      .integer(Int64(code.number)),
      .integer(Int64(code.triesLeft)), .optional(code.sentAt, SQLValue.date))
  }
  func deleteCodes(expiringBefore time: Date, limit: Int) throws -> Int {
    try delete(from: "codes", by: "truth_id, number", where: "expires_at", before: time, limit: limit)
  }
}

extension SQLProviderRecords {
  func reviews(of truth: [UInt8]) throws -> [PhotoReview] {
    try all(
      """
      SELECT number, truth_id, code, NULL AS photo, asked_at, expires_at, verdict, reason \
      FROM reviews WHERE truth_id = $1
      ORDER BY asked_at DESC, number
      """, .bytes(truth)
    ).map(review)
  }
  func review(_ number: Int) throws -> PhotoReview? {
    try first("SELECT * FROM reviews WHERE number = $1", .integer(Int64(number))).map(review)
  }
  func waitingReviews(at time: Date) throws -> [PhotoReview] {
    try all("SELECT * FROM reviews WHERE verdict IS NULL AND expires_at >= $1 ORDER BY asked_at, number", .date(time))
      .map(review)
  }
  func waitingReviewCount(at time: Date, besides truth: [UInt8]) throws -> Int {
    try first(
      "SELECT COUNT(*) AS waiting FROM reviews WHERE verdict IS NULL AND expires_at >= $1 AND truth_id <> $2",
      .date(time), .bytes(truth)
    )?.count("waiting") ?? 0
  }
  func insert(_ review: PhotoReview) throws {
    let written = try changes(
      """
      INSERT INTO reviews (number, truth_id, code, photo, asked_at, expires_at, verdict, reason)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING
      """, .integer(Int64(review.number)), .bytes(review.truth), .integer(Int64(review.code)),
      .optional(review.photo, SQLValue.bytes),
      .date(review.askedAt), .date(review.expiresAt), .optional(review.verdict?.rawValue, SQLValue.text),
      .optional(review.reason, SQLValue.text))
    guard written == 1 else { throw StoreError(.taken, "review") }
  }
  func update(_ review: PhotoReview) throws {
    try run(
      "UPDATE reviews SET photo = $2, expires_at = $3, verdict = $4, reason = $5 WHERE number = $1",
      .integer(Int64(review.number)),
      .optional(review.photo, SQLValue.bytes), .date(review.expiresAt),
      .optional(review.verdict?.rawValue, SQLValue.text),
      .optional(review.reason, SQLValue.text))
  }
  func deleteReview(_ number: Int) throws { try run("DELETE FROM reviews WHERE number = $1", .integer(Int64(number))) }
  func deleteReviews(expiringBefore time: Date, limit: Int) throws -> Int {
    try delete(from: "reviews", by: "number", where: "expires_at", before: time, limit: limit)
  }

  private func review(_ row: SQLRow) throws -> PhotoReview {
    guard let code = UInt64(exactly: try row.integer("code")) else { throw StoreError(.unreadable, "code") }
    return PhotoReview(
      number: try row.count("number"), truth: try row.bytes("truth_id"), code: code,
      photo: try row.optional("photo", SQLRow.bytes),
      askedAt: try row.date("asked_at"), expiresAt: try row.date("expires_at"),
      verdict: try row.optional("verdict", SQLRow.text).map { text in
        guard let verdict = PhotoReview.Verdict(rawValue: text) else { throw StoreError(.unreadable, "verdict") }
        return verdict
      }, reason: try row.optional("reason", SQLRow.text))
  }
}
