import Browser
import Person
import Testing

/// From a fresh account to two keys and a journal, with every way back into it.
@Suite struct EnrollmentTests {
  @Test("A-01 A-02: two keys and a code are enrolled, and each key opens the journal") func enrolls() async throws {
    try await withKeyRing { ring in
      try await ring.registerByHand()
      let words = try await ring.enroll()
      #expect(Set(words).count > 6)
      try await ring.page.press("Back to Settings")
      try await ring.openJournal(ring.yellow)
      try await ring.write("The spare is at Ana's.")
      try await ring.signOut()
      for key in [ring.black, ring.yellow] {
        try await ring.signIn(key)
        try await ring.openJournal(key)
        try await ring.page.wait(forText: "The spare is at Ana's.")
        try await ring.signOut()
      }
      try await ring.page.expectQuietConsole()
    }
  }
}
