/// The reason why a test has no reader, as a sentence for the person who runs it.
public struct TestReaderError: Error, CustomStringConvertible {
  public let description: String
  init(_ sentence: String) { description = sentence }

  static func missing(_ file: String, package: String) -> Self {
    Self(
      """
      \(file) is missing: install the Debian package \(package) (apt-get install \(package)), or run \
      scripts/setup tests.
      """
    )
  }
}
