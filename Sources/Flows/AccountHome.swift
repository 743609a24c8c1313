/// The account's home: the addresses to which flows that were begun there return.
public enum AccountHome {
  public static let path = "/account"
  /// The home, for the flow that its nudge begins.
  public static let nudgedPath = path + "?nudge"
  /// The room in which somebody says where their things lie, in the open journal.
  public static let thingsPath = path + "/things"
}
