import Foundation
import ProgramFiles

/// The browser extension, as files bundled with the program that installs it.
public enum ExtensionFiles {
  /// A folder that a browser can load.
  public static var path: String { ProgramFiles.folder(of: "BrowserExtension").appending(path: "browser").path }
}
