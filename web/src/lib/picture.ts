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

/** Stands of the circus along the top, the sand under them. */
function scenery(context: CanvasRenderingContext2D): void {
  context.fillStyle = "#f3e6cc";
  context.fillRect(0, 0, WIDTH, HEIGHT);
  context.fillStyle = "#6b1a22";
  context.fillRect(0, 0, WIDTH, 112);
  const tunics = ["#e8d9bd", "#b5563a", "#3f6a8a", "#d9a441"];
  for (let head = 0; head < 170; head++) {
    context.fillStyle = tunics[(head * 7) % 4]!;
    context.beginPath();
    context.arc((head * 97) % WIDTH, 122 + ((head * 31) % 26), 6, 0, 7);
    context.fill();
  }
  context.fillStyle = "#b5563a";
  context.fillRect(0, 152, WIDTH, 8);
  context.fillStyle = "#d9b77c";
  context.fillRect(0, HEIGHT - 36, WIDTH, 36);
}

export function drawResult(context: CanvasRenderingContext2D, { game, verdict, line, when, rows }: ResultPicture): void {
  scenery(context);
  write(context, "LUDUS", MARGIN, 74, `700 46px ${STONE}`, "#f7ead2");
  context.textAlign = "right";
  write(context, `${game}, ${when}`, WIDTH - MARGIN, 72, `400 26px ${SANS}`, "#f0d9b8", 700);
  context.textAlign = "left";
  write(context, verdict, MARGIN, 232, `700 58px ${STONE}`, "#6b1a22");
  write(context, line, MARGIN, 278, `400 26px ${SANS}`, "#4d4640");
  const column = (WIDTH - 2 * MARGIN) / 2;
  rows.slice(0, ROWS).forEach(({ place, name, colour, ink, crest, letter, won }, index) => {
    const [x, y] = [MARGIN + (index < ROWS / 2 ? 0 : column), 340 + (index % (ROWS / 2)) * 64];
    write(context, `${place}`, x, y + 12, `700 36px ${STONE}`, won ? "#8a5a00" : "#4d4640", 60);
    context.save();
    context.translate(x + 84, y);
    context.scale(2, 2);
    context.fillStyle = colour;
    context.strokeStyle = "#2b120f";
    const shape = new Path2D(crest);
    context.fill(shape);
    context.stroke(shape);
    context.restore();
    context.textAlign = "center";
    write(context, letter, x + 84, y + 8, `700 20px ${SANS}`, ink, 40);
    context.textAlign = "left";
    write(context, name, x + 124, y + 10, `${won ? 700 : 400} 30px ${SANS}`, "#2b120f", column - 150);
  });
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
