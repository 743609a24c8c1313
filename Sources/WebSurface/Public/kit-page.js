// The page to which the square on a kit leads.
import { keep } from "/kit.js";

keep();
