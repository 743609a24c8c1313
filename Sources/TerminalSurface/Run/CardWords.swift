import Vocabulary
import Flows

/// What a flow's last screen says, for where a conversation ends without it.
public enum CardWords {
  /// A second card holds the account.
  public static var backedUp: String { Copy.backedUp.text }
}
