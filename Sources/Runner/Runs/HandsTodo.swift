import Vocabulary
import HandsProtocol

/// What the hands are to begin and to call off. Over several steps, what began and was called off again before they heard of it is
/// never mentioned to them.
struct HandsTodo<Work> {
  var start: [Work]
  var cancel: [Ticket]

  func followed(by next: HandsTodo, ticket: (Work) -> Ticket) -> HandsTodo {
    let unheard = Set(next.cancel).intersection(start.map(ticket))
    return HandsTodo(
      start: start.filter { !unheard.contains(ticket($0)) } + next.start, cancel: cancel + next.cancel.filter { !unheard.contains($0) })
  }
}
