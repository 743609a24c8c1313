import Encoding
import Testing

@Suite struct PathPartsTests {
  @Test(
    "A path is taken apart at its last slash, also where its name is one character",
    arguments: [
      ("-", ".", "-"), ("a", ".", "a"), ("copy", ".", "copy"), ("./a", ".", "a"), ("/a", "/", "a"), ("b/a", "b", "a"),
      ("/b/c/", "/b", "c"),
      ("b//a//", "b", "a"), ("/", "/", ""), ("", ".", ""), ("/ö/ü", "/ö", "ü"),
    ])
  func parts(path: String, folder: String, name: String) {
    #expect(PathParts(path).folder == folder && PathParts(path).name == name)
  }
}
