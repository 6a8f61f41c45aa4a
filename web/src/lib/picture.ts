// The result as a picture to show somebody: drawn on the spot, as large as links are shown with.

export interface Row {
  place: number;
  name: string;
  colour: string; // of its crest
  ink: string;
  crest: string; // a path within -12 .. 12
  letter: string;
  won: boolean;
}

export interface ResultPicture {
  game: string;
  verdict: string;
  line: string; // what decided it
  rules: string; // it was played by
  when: string;
  rows: Row[];
}

const [WIDTH, HEIGHT, MARGIN] = [1200, 630, 64];
const ROWS = 8; // in two columns
const SANS = "'Inter Variable', Inter, system-ui, sans-serif";
const STONE = "'Cinzel Variable', Cinzel, Georgia, serif";

/** Text that fits, with dots where it does not. */
function fit(context: CanvasRenderingContext2D, text: string, width: number): string {
  if (context.measureText(text).width <= width) return text;
  let kept = text;
  while (kept && context.measureText(`${kept} ...`).width > width) kept = kept.slice(0, -1);
  return `${kept.trimEnd()} ...`;
}

function write(context: CanvasRenderingContext2D, text: string, x: number, y: number, font: string, colour: string, width = WIDTH - x - MARGIN): void {
  context.font = font;
  context.fillStyle = colour;
  context.fillText(fit(context, text, width), x, y);
}

/** Stands full of people along the top, the sand under them. */
function scenery(context: CanvasRenderingContext2D): void {
  context.fillStyle = "#f3e6cc";
  context.fillRect(0, 0, WIDTH, HEIGHT);
  context.fillStyle = "#6b1a22";
  context.fillRect(0, 0, WIDTH, 112);
  context.fillStyle = "#c9b48c";
  context.fillRect(0, 112, WIDTH, 40);
  const tunics = ["#f4ead6", "#b5563a", "#3f6a8a", "#d9a441", "#7d5a3c"];
  for (let bench = 0; bench < 3; bench++) {
    for (let head = 0; head < WIDTH / 15; head++) {
      const chance = Math.abs(Math.sin(head * 12.9898 + bench * 78.233) * 43758.5453) % 1;
      if (chance < 0.12) continue; // a free seat
      context.fillStyle = tunics[Math.floor(chance * 977) % tunics.length]!;
      context.beginPath();
      context.arc(head * 15 + bench * 5 + chance * 5, 119 + bench * 12 + chance * 3, 5, 0, 7);
      context.fill();
    }
  }
  context.fillStyle = "#b5563a";
  context.fillRect(0, 152, WIDTH, 8);
  context.fillStyle = "#d9b77c";
  context.fillRect(0, HEIGHT - 52, WIDTH, 52);
}

function crestOf(context: CanvasRenderingContext2D, { colour, ink, crest, letter }: Row, x: number, y: number, scale: number): void {
  context.save();
  context.translate(x, y);
  context.scale(scale, scale);
  context.fillStyle = colour;
  context.strokeStyle = "#2b120f";
  const shape = new Path2D(crest);
  context.fill(shape);
  context.stroke(shape);
  context.restore();
  context.textAlign = "center";
  write(context, letter, x, y + 4 * scale, `700 ${10 * scale}px ${SANS}`, ink, 22 * scale);
  context.textAlign = "left";
}

/** The victor's crest in a wreath of laurel. */
function wreath(context: CanvasRenderingContext2D, victor: Row, x: number, y: number, radius: number): void {
  const leaf = radius / 6;
  for (const side of [1, -1]) {
    for (let step = 0; step < 10; step++) {
      for (const [out, lean] of [[1.09, 0.75], [0.91, -0.75]] as const) {
        const angle = Math.PI / 2 - side * (0.14 + step * 0.275);
        context.save();
        context.translate(x + Math.cos(angle) * radius * out, y + Math.sin(angle) * radius * out);
        context.rotate(angle - side * (Math.PI / 2 - lean * 0.6));
        context.fillStyle = step % 2 ? "#4f6b35" : "#66824a";
        context.beginPath();
        context.ellipse(0, 0, leaf, leaf * 0.42, 0, 0, 7);
        context.fill();
        context.restore();
      }
    }
  }
  context.fillStyle = "#d9a441";
  context.beginPath();
  context.arc(x, y + radius, leaf * 0.5, 0, 7);
  context.fill();
  crestOf(context, victor, x, y, radius / 19);
}

export function drawResult(context: CanvasRenderingContext2D, { game, verdict, line, rules, when, rows }: ResultPicture): void {
  scenery(context);
  write(context, "LUDUS", MARGIN, 74, `700 46px ${STONE}`, "#f7ead2");
  context.textAlign = "right";
  write(context, `${game}, ${when}`, WIDTH - MARGIN, 72, `400 26px ${SANS}`, "#f0d9b8", 700);
  context.textAlign = "left";
  // Few rows leave room for a large wreath beside them; above many it is a small one.
  const few = rows.length <= ROWS / 2;
  const [victor, ...others] = rows.filter(({ won }) => won);
  const crowned = victor && !others.length ? victor : undefined;
  const room = crowned ? (few ? 700 : WIDTH - 2 * MARGIN - 180) : WIDTH - 2 * MARGIN;
  if (crowned) wreath(context, crowned, few ? 950 : WIDTH - MARGIN - 76, few ? 372 : 238, few ? 150 : 58);
  write(context, verdict, MARGIN, 232, `700 58px ${STONE}`, "#6b1a22", room);
  write(context, line, MARGIN, 278, `400 26px ${SANS}`, "#4d4640", room);
  const column = (WIDTH - 2 * MARGIN) / 2;
  rows.slice(0, ROWS).forEach((row, index) => {
    const [x, y] = [MARGIN + (index < ROWS / 2 ? 0 : column), 340 + (index % (ROWS / 2)) * 62];
    write(context, `${row.place}`, x, y + 12, `700 36px ${STONE}`, row.won ? "#8a5a00" : "#4d4640", 60);
    crestOf(context, row, x + 84, y, 2);
    write(context, row.name, x + 124, y + 10, `${row.won ? 700 : 400} 30px ${SANS}`, "#2b120f", column - 150);
  });
  write(context, rules, MARGIN, HEIGHT - 18, `400 22px ${SANS}`, "#4d3a22");
}

/** As a file. */
export async function pictureOf(result: ResultPicture): Promise<File> {
  await document.fonts.ready;
  const canvas = Object.assign(document.createElement("canvas"), { width: WIDTH, height: HEIGHT });
  drawResult(canvas.getContext("2d")!, result);
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/png"));
  if (!blob) throw new Error("This browser cannot make pictures.");
  return new File([blob], `ludus-${result.game.toLowerCase().replaceAll(" ", "-")}.png`, { type: "image/png" });
}

/** To whoever the phone offers; else it is downloaded. */
export async function share(file: File, text: string): Promise<void> {
  if (matchMedia("(hover: none)").matches && navigator.canShare?.({ files: [file] })) {
    await navigator.share({ files: [file], text }).catch(() => {}); // somebody thought better of it
    return;
  }
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(file), download: file.name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
