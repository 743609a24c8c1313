import ArgumentParser

/// The flags of every command about account recovery.
struct EscrowFlags: ParsableArguments {
  @OptionGroup var card: ReaderFlags
  @Option(help: "The address of a recovery provider, like https://provider.example/. Give it once for each; more can be added in the conversation.")
  var provider: [String] = []
}

/// What each help text says of where things are kept.
enum EscrowHelp {
  static let text = """
    Who you are, your answers and the codes that you type go from this computer to the providers that you choose, sealed or as a hash, and to nobody \
    else. What is not finished is kept in the data folder, for its owner alone, and goes on from there the next time.
    """
}
