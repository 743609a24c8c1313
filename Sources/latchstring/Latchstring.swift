@main struct Latchstring { static func main() {} }
