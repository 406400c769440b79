// The sound of a move, for readers who turn it on.

/** @type {AudioContext|null} */
let audio = null;

/** Plays a short knock. */
export function knock() {
  audio ||= new AudioContext();
  const now = audio.currentTime, tone = audio.createOscillator(), volume = audio.createGain();
  tone.type = "triangle";
  tone.frequency.setValueAtTime(320, now);
  tone.frequency.exponentialRampToValueAtTime(90, now + .07);
  volume.gain.setValueAtTime(.25, now);
  volume.gain.exponentialRampToValueAtTime(.001, now + .09);
  tone.connect(volume).connect(audio.destination);
  tone.start(now);
  tone.stop(now + .1);
}
