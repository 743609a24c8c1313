import FlowKit

/// Lends one book: it is scanned, and the library answers. The caller learns when to bring it back.
public enum Loan: Flow {
  public typealias Words = LoanWords
  public static let lifetime = Lifetime.session

  public enum State: Codable, Hashable, Sendable {
    case scanning, asking(String), refused
    public static var first: State { .scanning }
  }
  public enum Action: String, CancellableAction { case scanAgain, cancel }
  public enum Output: Outcome {
    case lent(until: String), cancelled
    public var grants: Bool { self != .cancelled }
  }

  public static func reduce(_ state: inout State, _ signal: Signal<Words, Action>) -> Transition<Words, Output> {
    switch (state, signal) {
    case (_, .action(.cancel)): return .done(.cancelled)
    case (.refused, .action(.scanAgain)): state = .scanning
    case (.scanning, .reply(.hands(.scanned(let book)))): state = .asking(book)
    case (.scanning, .reply(.hands(.unreadable))): return .renew([.hands(.scan)])
    case (.asking, .reply(.server(.reserved))): state = .refused
    case (.asking, .reply(.server(.lent(let day)))): return .done(.lent(until: day), .hands(.beep))
    default: break
    }
    return .stay
  }

  public static func awaited(_ state: State) -> [Effect<Words>] {
    switch state {
    case .scanning: [.hands(.scan)]
    case .asking(let book): [.server(.lend(book))]
    case .refused: []
    }
  }

  public static func screen(_ state: State) -> Screen<Words, Action> {
    let cancel = Choice<Action>(Copy("cancel", "Cancel"), .cancel, .cancel)
    return switch state {
    case .scanning: Screen(.plain, [Copy("scan", "Hold your book under the scanner.")], choices: [cancel])
    case .asking: Screen(.plain, [Copy("asking", "One moment…")], choices: [cancel])
    case .refused:
      Screen(
        .plain, [Copy("reserved", "Somebody else has reserved this book.")],
        [.note(Copy("queue", "The operations can put you next in the queue."))],
        choices: [Choice(Copy("another", "Take another book"), .scanAgain), cancel])
    }
  }
}
