import CProcess

/// What this process asks of the system for itself, before it reads anything that somebody could want.
enum OwnProcess {
  /// A crash writes no memory to a disk or a log, and no other program of this person's can look into it: it may hold a
  /// PIN, a phrase or a Master Key. And as many connections can be open as the system allows at all: the usual limit is a few
  /// hundred.
  ///
  /// Where the system refuses, the program goes on without: it keeps its promises to those who ask for nothing else.
  static func prepare() {
    _ = cprocess_end_core_dumps()
    _ = cprocess_set_undumpable()
    cprocess_end_crash_reports()
    _ = cprocess_raise_open_files()
  }
}
