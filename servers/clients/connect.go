// go-sql-driver: connections one after another, and what Go's crypto/tls says of each.
package main

import (
	"crypto/tls"
	"crypto/x509"
	"database/sql"
	"fmt"
	"log"
	"os"
	"strconv"

	"github.com/go-sql-driver/mysql"
)

func main() {
	log.SetFlags(0)
	pem, err := os.ReadFile(os.Getenv("CA_FILE"))
	check(err)
	roots := x509.NewCertPool()
	if !roots.AppendCertsFromPEM(pem) {
		log.Fatal("no certificate in CA_FILE")
	}
	config := mysql.NewConfig()
	config.Net = "tcp"
	config.Addr = "127.0.0.1:" + os.Getenv("PORT")
	config.User = os.Getenv("DB_USER")
	config.Passwd = os.Getenv("DB_PASSWORD")
	config.TLS = &tls.Config{
		RootCAs:            roots,
		ServerName:         "127.0.0.1",
		ClientSessionCache: tls.NewLRUClientSessionCache(1),
		VerifyConnection: func(state tls.ConnectionState) error {
			handshake := "full"
			if state.DidResume {
				handshake = "resumed"
			}
			fmt.Println("TLSv"+tls.VersionName(state.Version)[len("TLS "):], handshake)
			return nil
		},
	}
	connections, err := strconv.Atoi(os.Getenv("CONNECTIONS"))
	check(err)
	for range connections {
		connector, err := mysql.NewConnector(config)
		check(err)
		db := sql.OpenDB(connector)
		check(db.Ping())
		check(db.Close())
	}
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
