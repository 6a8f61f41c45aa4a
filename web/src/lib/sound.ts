// Sounds made on the spot, so that nothing has to be loaded. Silent unless somebody has switched them on.
import { settings } from "./settings.svelte";
import type { EventInfo } from "./types";

export type Sound = Exclude<NonNullable<EventInfo["sound"]>, "">;

let audio: AudioContext | null = null;
let hiss: AudioBuffer | null = null;

/** A second of noise; filters make the rest of it. */
function noise(context: AudioContext): AudioBuffer {
  if (hiss) return hiss;
  hiss = context.createBuffer(1, context.sampleRate, context.sampleRate);
  const samples = hiss.getChannelData(0);
  for (let index = 0; index < samples.length; index++) samples[index] = Math.random() * 2 - 1;
  return hiss;
}

interface Burst {
  filter: BiquadFilterType;
  frequency: number;
  loud: number;
  after: number; // seconds
  swell: number;
  fade: number;
}

function burst(context: AudioContext, { filter, frequency, loud, after, swell, fade }: Burst): void {
  const start = context.currentTime + after;
  const source = new AudioBufferSourceNode(context, { buffer: noise(context), loop: true });
  const shape = new BiquadFilterNode(context, { type: filter, frequency, Q: 0.8 });
  const gain = new GainNode(context, { gain: 0 });
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(loud, start + swell);
  gain.gain.exponentialRampToValueAtTime(0.001, start + swell + fade);
  source.connect(shape).connect(gain).connect(context.destination);
  source.start(start);
  source.stop(start + swell + fade);
}

function tone(context: AudioContext, frequency: number, after: number, lasts: number): void {
  const start = context.currentTime + after;
  const source = new OscillatorNode(context, { type: "triangle", frequency });
  const gain = new GainNode(context, { gain: 0 });
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(0.09, start + 0.05);
  gain.gain.linearRampToValueAtTime(0, start + lasts);
  source.connect(gain).connect(context.destination);
  source.start(start);
  source.stop(start + lasts);
}

const SOUNDS: Record<Sound, (context: AudioContext) => void> = {
  hooves: (context) => {
    for (const after of [0, 0.09, 0.16, 0.3, 0.39, 0.46])
      burst(context, { filter: "lowpass", frequency: 240, loud: 0.22, after, swell: 0.005, fade: 0.06 });
  },
  crack: (context) => burst(context, { filter: "highpass", frequency: 2600, loud: 0.2, after: 0, swell: 0.004, fade: 0.09 }),
  clash: (context) => {
    burst(context, { filter: "bandpass", frequency: 3400, loud: 0.2, after: 0, swell: 0.003, fade: 0.18 });
    tone(context, 1870, 0, 0.22);
    tone(context, 2790, 0.01, 0.14);
  },
  crash: (context) => {
    burst(context, { filter: "lowpass", frequency: 420, loud: 0.5, after: 0, swell: 0.01, fade: 0.6 });
    burst(context, { filter: "bandpass", frequency: 1500, loud: 0.16, after: 0.03, swell: 0.01, fade: 0.25 });
  },
  cheer: (context) => burst(context, { filter: "bandpass", frequency: 900, loud: 0.16, after: 0, swell: 0.5, fade: 1.2 }),
  horn: (context) => {
    tone(context, 392, 0, 0.22);
    tone(context, 523, 0.2, 0.4);
  },
};

type Picture = Exclude<NonNullable<EventInfo["picture"]>, "">;

/** What the crowd does at the big moments, over the sound of the thing itself. */
const MOMENTS: Record<Picture, (context: AudioContext) => void> = {
  flip: (context) => {
    burst(context, { filter: "bandpass", frequency: 620, loud: 0.2, after: 0.15, swell: 0.25, fade: 1.1 });
    for (const after of [0.25, 0.5, 0.8]) burst(context, { filter: "lowpass", frequency: 300, loud: 0.35, after, swell: 0.008, fade: 0.2 });
  },
  "photo-finish": (context) => {
    [392, 523, 659, 784].forEach((frequency, index) => tone(context, frequency, 0.16 * index, index === 3 ? 0.9 : 0.2));
    burst(context, { filter: "bandpass", frequency: 950, loud: 0.2, after: 0.4, swell: 0.6, fade: 1.8 });
  },
  mercy: (context) => {
    [330, 415, 494].forEach((frequency) => tone(context, frequency, 0.1, 1.2));
    burst(context, { filter: "bandpass", frequency: 900, loud: 0.2, after: 0.2, swell: 0.5, fade: 1.6 });
  },
  "no-mercy": (context) => {
    for (const after of [0, 0.5, 1]) burst(context, { filter: "lowpass", frequency: 130, loud: 0.6, after, swell: 0.01, fade: 0.4 });
  },
};

/** What an event sounds like, and the crowd to it. */
export function playEvent({ sound, picture }: EventInfo): void {
  play(sound || null);
  if (!picture || !settings.sound) return;
  audio ??= new AudioContext();
  MOMENTS[picture](audio);
}

export function play(sound: Sound | null): void {
  if (!sound || !settings.sound) return;
  audio ??= new AudioContext();
  SOUNDS[sound](audio);
}
