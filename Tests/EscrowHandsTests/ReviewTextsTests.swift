import HandsProtocol
import Sentences
import Testing

@testable import Escrow
@testable import EscrowHands

/// The texts that hands add to a challenge whose answer a person at the provider examines.
@Suite struct ReviewTextsTests {
  private func review(until: Int64?) -> ReviewInstructions {
    ReviewInstructions(examiner: "Ada", meeting: "by phone", number: "12", answerCode: 1, until: until)
  }
  private let french = Catalogue(language: "fr") { $0 == "No end is set" ? "Sans limite" : nil }

  @Test("The last day of a review is written in the reader's language")
  func day() {
    #expect(review(until: 1_800_000_000).texts[EscrowText.reviewUntil] == "15 January 2027")
    Catalogue.$current.withValue(french) {
      #expect(review(until: 1_800_000_000).texts[EscrowText.reviewUntil] == "15 janvier 2027")
    }
  }

  @Test("A review without a last day is described as such in the reader's language")
  func noDay() {
    #expect(review(until: nil).texts[EscrowText.reviewUntil] == "No end is set")
    Catalogue.$current.withValue(french) {
      #expect(review(until: nil).texts[EscrowText.reviewUntil] == "Sans limite")
    }
  }
}
