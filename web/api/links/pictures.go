package links

import (
	"context"
	"fmt"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	qr "github.com/piglig/go-qr"

	"github.com/kaeshi/kaeshi/diagram"
	"github.com/kaeshi/kaeshi/online"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/web/api"
)

// PictureWidth is the width of the picture of a game in pixels.
const PictureWidth = 600

// PicturePath returns the path of the picture of a game, for the preview of its link.
func PicturePath(id string) string { return api.OnlinePath + "/" + id + "/board.png" }

// picture is a PNG or an SVG.
type picture struct {
	Type string `header:"Content-Type"`
	Body []byte
}

func (l links) addPictures(a huma.API) {
	board := api.Operation(http.MethodGet, gamePath+"/board.png", "online-board",
		"Draw the board of a game of two people", http.StatusNotFound)
	board.Responses = pictureResponse("image/png")
	huma.Register(a, board, l.draw)
	code := api.Operation(http.MethodPost, codePath, "qr", "Draw a text as a QR code")
	code.MaxBodyBytes = bodyBytes
	code.Description = "For the link of a guest. The text is in the body, as addresses appear in the logs of proxies."
	code.Responses = pictureResponse("image/svg+xml")
	huma.Register(a, code, drawCode)
}

func pictureResponse(kind string) map[string]*huma.Response {
	return map[string]*huma.Response{"200": {Description: "The picture", Content: map[string]*huma.MediaType{
		kind: {Schema: &huma.Schema{Type: huma.TypeString, Format: "binary"}},
	}}}
}

func (l links) draw(ctx context.Context, in *struct {
	ID string `path:"id" maxLength:"32"`
},
) (*picture, error) {
	v, err := l.games.View(in.ID)
	if err != nil {
		return nil, l.problem(ctx, err)
	}
	png, err := boardOf(v).PNG(PictureWidth)
	if err != nil {
		return nil, l.problem(ctx, err)
	}
	return &picture{"image/png", png}, nil
}

func boardOf(v online.View) diagram.Board {
	g := record.Game{Start: v.Setup.Start, Moves: v.Moves}
	b := diagram.Board{Position: g.Position(), Last: diagram.None, Coordinates: true}
	for _, m := range v.Moves {
		if m != othello.Pass {
			b.Last = m
		}
	}
	return b
}

func drawCode(_ context.Context, in *struct {
	Body struct {
		Text string `json:"text" minLength:"1" maxLength:"300"`
	}
},
) (*picture, error) {
	code, err := qr.EncodeText(in.Body.Text, qr.Medium)
	if err != nil {
		return nil, api.Problem(http.StatusUnprocessableEntity, fmt.Sprintf("text: %v", err))
	}
	return &picture{"image/svg+xml", codeSVG(code)}, nil
}

// quiet is the width of the light border that readers of QR codes require, in modules.
const quiet = 4

// codeSVG draws a code with one unit for each module, dark on light in every theme.
func codeSVG(code *qr.QrCode) []byte {
	n := code.Size()
	var path strings.Builder
	for y := range n {
		for x := range n {
			if code.Module(x, y) {
				fmt.Fprintf(&path, "M%d %dh1v1h-1z", x+quiet, y+quiet)
			}
		}
	}
	side := n + 2*quiet
	return fmt.Appendf(nil, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" shape-rendering="crispEdges">`+
		`<path fill="#fff" d="M0 0h%dv%dH0z"/><path d="%s"/></svg>`, side, side, side, side, path.String())
}
