// A module of its own, so that the library is loaded when something is animated.
export { inView } from "motion";
export { animate } from "motion/mini";
