import Foundation

/// Asks the person at this computer's terminal, one thing at a time. Where there is no terminal, the answer is no.
actor TerminalConfirmation {
  private var last: Task<Bool, Never>?

  func ask(_ sentence: String) async -> Bool {
    let before = last
    let asking = Task {
      _ = await before?.value
      return await Self.answer(to: sentence)
    }
    last = asking
    return await asking.value
  }

  private static func answer(to sentence: String) async -> Bool {
    guard isatty(STDIN_FILENO) == 1 else {
      print("\(sentence) Nobody can be asked here, so the answer is no. Start the hands in a terminal.")
      return false
    }
    print("\(sentence) Type yes to allow it, or press Enter to say no.")
    return await withCheckedContinuation { waiter in
      Thread.detachNewThread { waiter.resume(returning: readLine()?.trimmingCharacters(in: .whitespaces).lowercased() == "yes") }
    }
  }
}
