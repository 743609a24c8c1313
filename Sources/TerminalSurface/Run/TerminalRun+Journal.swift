import Vocabulary

extension TerminalRun {
  /// Counts the journal for a screen that shows its size, once for each such screen.
  mutating func countJournal() async throws {
    guard let screen = answer?.screen, screen != printed, vault.isOpen,
      screen.blocks.contains(where: { if case .journalSize = $0 { true } else { false } })
    else { return }
    guard let journal = try await person.journal() else { return }
    do { journalSize = try vault.count(journal)?.sentence } catch {
      journalSize = """
        You are back, but your journal could not be counted: what is stored here doesn't fit together. Start \
        Latchstring anew and try again. If it says so again, go back to a copy of your accounts that you kept.
        """
    }
  }
}
