import Encoding

/// What was drawn or typed for one page or terminal, until it is used, forgotten or another takes its place.
struct CardMemory {
  /// Of a card that was just set up.
  var puk: Secret?, pairing: Secret?
  /// That a card drew, in the order in which their addresses were told.
  var drawn: [Secret] = []
  /// The one that goes on the card next.
  var phrase: Secret?
  /// The places of the words that the person was asked for.
  var asked: [Int] = []
}
