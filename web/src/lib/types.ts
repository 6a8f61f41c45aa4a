// The server's messages by their short names. All of them come from its schema.
import type { components } from "./api";

type Schemas = components["schemas"];

export type GameInfo = Schemas["GameInfo"];
export type Exercise = Schemas["ScenarioInfo"];
export type OptionInfo = Schemas["OptionInfo"];
export type RulesetInfo = Schemas["RulesetInfo"];
export type HouseRulesInfo = Schemas["HouseRulesInfo"];
export type BookInfo = Schemas["BookInfo"];
export type ClauseInfo = Schemas["ClauseInfo"];
export type GameCharts = Schemas["GameCharts"];
export type ChartAnswer = Schemas["ChartAnswer"];
export type ChanceTable = Schemas["ChanceTable"];
export type DialInfo = Schemas["DialInfo"];
export type TournamentInfo = Schemas["TournamentInfo"];
export type TournamentLine = Schemas["TournamentLine"];
export type MyTournament = Schemas["MyTournament"];
export type NewTournament = Schemas["NewTournament"];
export type TableOfTournament = Schemas["TableInfo"];
export type EntrantInfo = Schemas["EntrantInfo"];
export type SeatRequest = Schemas["SeatRequest"];
export type NewMatch = Schemas["NewMatch"];
export type SeatInfo = Schemas["SeatInfo"];
export type MatchInfo = Schemas["MatchInfo"];
export type OrdersInfo = Schemas["OrdersInfo"];
export type GiveOrders = Schemas["GiveOrders"];
export type FormField = Schemas["FormField"];
export type FormLimit = Schemas["LimitInfo"];
export type Orders = OrdersInfo["orders"];
export type NewNotices = Schemas["NewNotices"];
export type Quiet = Schemas["Quiet"];
export type AccountInfo = Schemas["AccountInfo"];
export type Ceremony = Schemas["Ceremony"];
export type PastMatches = Schemas["History"];
export type GameStatistics = Schemas["GameStatistics"];
export type KnownSeat = Schemas["KnownSeat"];
export type Points = Schemas["Points"];
export type Board = Schemas["Board"];
export type HouseInfo = Schemas["HouseInfo"];
export type SeatToken = Schemas["SeatToken"];
export type Created = Schemas["Created"];
export type MyMatch = Schemas["MyMatch"];
export type MatchList = Schemas["MatchList"];
export type EventInfo = Schemas["EventInfo"];
export type Remark = Schemas["RemarkInfo"];
export type Person = Schemas["PersonInfo"];
export type FieldInfo = Schemas["FieldInfo"];
export type DecisionInfo = Schemas["DecisionInfo"];
export type AnswerInfo = Schemas["AnswerInfo"];
export type SolutionInfo = Schemas["SolutionInfo"];
export type SpotInfo = Schemas["SpotInfo"];
export type ChartInfo = Schemas["ChartInfo"];
export type ClauseChart = Schemas["ClauseChart"];
export type ChatLine = Schemas["ChatLine"];
export type ClockInfo = Schemas["ClockInfo"];
export type Glance = Schemas["Glance"];
export type ContestOfCampaign = Schemas["ContestOfCampaignInfo"];
export type Hands = Schemas["SeatInfo"]["hands"];
export type ContestInfo = Schemas["ContestInfo"];
export type View = Schemas["View"];
/** A question as it is shown: its answers are explained, or bare because the server could say nothing of them. */
export type Decision = DecisionInfo & { answers: AnswerInfo[]; bare?: boolean };
export type Suggestion = Schemas["Suggested"];
export type Replay = Schemas["Replay"];
export type AnalysisInfo = Schemas["AnalysisInfo"];
export type Moment = Schemas["MomentInfo"];
export type Acta = Schemas["Acta"];
export type ActaPage = NonNullable<Acta["page"]>;
export type SeasonActa = NonNullable<Acta["season"]>;
export type ClientMessage =
  | Schemas["Hello"]
  | Schemas["Answer"]
  | Schemas["Undo"]
  | Schemas["Resign"]
  | Schemas["Decide"]
  | Schemas["Say"]
  | Schemas["Resync"]
  | Schemas["Advise"]
  | Schemas["Ping"];
export type ServerMessage =
  | Schemas["Sync"]
  | Schemas["Update"]
  | Schemas["Explained"]
  | Schemas["Suggested"]
  | Schemas["Presence"]
  | Schemas["Ack"]
  | Schemas["RefusedMessage"]
  | Schemas["Pong"];

export type Choice = DecisionInfo["default"];
export type Patch = Schemas["Update"]["patches"][string];
// Games give these their own shape.
export type Position = View["position"];
export type Stage = Schemas["Replay"]["stage"];
